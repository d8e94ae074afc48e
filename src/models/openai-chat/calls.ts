import { randomUUID } from 'node:crypto';
import type { OpenAI } from 'openai';
import type { ToolCall } from '../../contract/message.ts';

/** A call's delta as servers send it: Ollama leaves out `index`, others the id, Google adds `extra_content`. */
export type CallDelta = Partial<OpenAI.Chat.ChatCompletionChunk.Choice.Delta.ToolCall>;

/** A call and the fields that the server added to it, such as Google's thought signatures. */
interface AssembledCall extends ToolCall {
  index: number | undefined;
  extra: Record<string, unknown>;
}

/** Puts the calls of one turn together from their deltas; arguments are kept as they come, character by character. */
export class CallAssembler {
  readonly #calls: AssembledCall[] = [];

  get calls(): readonly AssembledCall[] {
    return this.#calls;
  }

  add({ index, id, function: piece, type: _type, ...extra }: CallDelta): void {
    const open = index === undefined ? this.#calls.at(-1) : this.#calls.findLast((call) => call.index === index);
    // Without an index, a name begins the next call; with one, some servers give all calls index 0 and ids of their own.
    const begins = open === undefined || (id ? id !== open.id : index === undefined && Boolean(piece?.name));
    if (begins) {
      this.#calls.push({
        index,
        id: this.#uniqueId(id),
        name: piece?.name ?? '',
        arguments: piece?.arguments ?? '',
        extra,
      });
      return;
    }
    open.name ||= piece?.name ?? '';
    open.arguments += piece?.arguments ?? '';
    Object.assign(open.extra, extra);
  }

  #uniqueId(id: string | undefined): string {
    const taken = !id || this.#calls.some((call) => call.id === id);
    return taken ? `call_${randomUUID().replaceAll('-', '')}` : id;
  }
}
