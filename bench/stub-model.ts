import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model does in every turn: it says a text and runs a command. */
interface StubAnswer {
  text: string;
  command: string;
}

export interface StubModel extends AsyncDisposable {
  /** One request and its whole answer, with nothing of skillrun in between. */
  ask(): Promise<void>;
  /** Lets a worker's `anthropic` provider talk to this server. */
  environment: Record<string, string>;
  /** From now on. */
  says(answer: StubAnswer): void;
}

/** As long as the request of a young run. */
const REQUEST = 'x'.repeat(4000);

/**
 * A model without latency: a server that streams the same answer to every request, in Anthropic's form, and does not
 * look at what it is asked. Its runs end at their limit of iterations.
 */
export async function startStubModel(): Promise<StubModel> {
  let next: StubAnswer = { text: '', command: 'true' };
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(stream(next));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    async ask() {
      const response = await fetch(url, { method: 'POST', body: REQUEST });
      await response.text();
    },
    environment: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'stub' },
    says: (answer) => {
      next = answer;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function stream({ text, command }: StubAnswer): string {
  const call = { type: 'tool_use', id: `toolu_${randomUUID()}`, name: 'execute_bash', input: {} };
  const events = [
    { type: 'message_start', message: { role: 'assistant', content: [], usage: { input_tokens: 100 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: call },
    {
      type: 'content_block_delta',
      index: 1,
      delta: { type: 'input_json_delta', partial_json: JSON.stringify({ command }) },
    },
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 20 } },
    { type: 'message_stop' },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}
