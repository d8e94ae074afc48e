import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { RecordedRequest } from './recording-proxy.ts';

/** An answer as it goes over the wire, byte by byte. */
export interface RawReply {
  /** Default 200. */
  status?: number;
  /** Default `text/event-stream`. */
  headers?: Record<string, string>;
  body: string;
  /** What becomes of the connection after the body: closed as HTTP says (default), reset, or left open. */
  ending?: 'close' | 'reset' | 'hang';
}

export interface RawModelServer {
  url: string;
  requests: RecordedRequest[];
  close(): Promise<void>;
}

/** A server that answers the n-th request (from 0) with just what the test says, also with what no API should send. */
export async function startRawModelServer(
  reply: (request: RecordedRequest, index: number) => RawReply,
): Promise<RawModelServer> {
  const requests: RecordedRequest[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const body = (await json(request)) as Record<string, unknown>;
    const recorded = { path: request.url ?? '', headers, body };
    requests.push(recorded);
    send(response, reply(recorded, requests.length - 1));
  }

  const server = createServer((request, response) => {
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function send(response: ServerResponse, { status = 200, headers, body, ending = 'close' }: RawReply): void {
  response.writeHead(status, headers ?? { 'content-type': 'text/event-stream' });
  if (ending === 'close') response.end(body);
  else response.write(body, () => ending === 'reset' && response.socket?.resetAndDestroy());
}

/** Events as `text/event-stream`; the event's name is its `type`, where it has one. */
export function eventStream(events: object[]): string {
  return events
    .map((event) => `${'type' in event ? `event: ${String(event.type)}\n` : ''}data: ${JSON.stringify(event)}\n\n`)
    .join('');
}
