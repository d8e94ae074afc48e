import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { SkillrunError } from '../src/contract/errors.ts';
import type { AssistantMessage, Message } from '../src/contract/message.ts';
import type { Turn, Usage } from '../src/contract/model.ts';
import type { TranscriptRef } from '../src/contract/workspace.ts';
import type { Store } from '../src/store/port.ts';
import { segmentKey } from './keys.ts';

/** Segments `from` to `to` under one execution's prefix. */
interface Range {
  prefix: string;
  from: number;
  to: number;
}

/**
 * What one model call adds to the transcript: what the model had not seen, and its answer. `before` names all earlier
 * segments in a few words, so that they are read side by side, not one by one.
 */
export interface Segment {
  version: 1;
  iteration: number;
  before: Range[];
  /** Messages in all earlier segments together. */
  messagesBefore: number;
  append: Message[];
  outcome: Turn['outcome'];
  answer: AssistantMessage;
  usage: Usage;
}

/** A transcript up to and including its newest segment, which `uri` names; null for one without any. */
export interface Transcript {
  uri: string | null;
  messages: Message[];
  ranges: Range[];
  bytes: number;
}

const EMPTY: Transcript = { uri: null, messages: [], ranges: [], bytes: 0 };

const CACHE_BYTES = 256 * 1024 * 1024;
const READS_AT_ONCE = 16;

const count = z.number().int().min(0);
const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), content: z.array(z.looseObject({ type: z.string() })) }),
  z.object({
    role: z.literal('assistant'),
    content: z.array(z.looseObject({ type: z.string() })),
    native: z.unknown().optional(),
  }),
  z.object({ role: z.literal('tool'), results: z.array(z.looseObject({ callId: z.string(), name: z.string() })) }),
]);
const segment = z.object({
  version: z.literal(1),
  iteration: count,
  before: z.array(z.object({ prefix: z.string(), from: count, to: count })).max(10_000),
  messagesBefore: count,
  append: z.array(message),
  outcome: z.enum(['complete', 'truncated', 'refused']),
  answer: message,
  usage: z.looseObject({ inputTokens: count, cachedInputTokens: count, outputTokens: count, reasoningTokens: count }),
});

function parseSegment(bytes: Uint8Array, key: string): Segment {
  try {
    return segment.parse(JSON.parse(new TextDecoder().decode(bytes))) as unknown as Segment;
  } catch (cause) {
    throw new SkillrunError('object_damaged', `A transcript segment is not what skillrun writes [key=${key}]`, {
      cause,
    });
  }
}

/** The transcripts of runs, as immutable segments in the store. */
export class Transcripts {
  readonly #store: Store;
  readonly #cache = new LRUCache<string, Transcript>({ maxSize: CACHE_BYTES });

  constructor(store: Store) {
    this.#store = store;
  }

  /** The segment of an iteration, when an earlier attempt has written it. */
  async find(prefix: string, iteration: number, signal: AbortSignal): Promise<Segment | undefined> {
    const key = segmentKey(prefix, iteration);
    const bytes = await this.#store.find(key, { signal });
    return bytes === undefined ? undefined : parseSegment(bytes, key);
  }

  /** Writes a segment. Where another attempt was first, that one's counts: it is returned. */
  async append(prefix: string, own: Segment, before: Transcript, signal: AbortSignal): Promise<Segment> {
    const key = segmentKey(prefix, own.iteration);
    const body = Buffer.from(JSON.stringify(own));
    if ((await this.#store.put(key, body, { mediaType: 'application/json', signal })) === 'existed') {
      return parseSegment(await this.#store.get(key, { signal }), key);
    }
    if (before.uri !== null) this.#cache.delete(before.uri);
    this.#remember({
      uri: this.#store.uri(key),
      messages: [...before.messages, ...own.append, own.answer],
      ranges: extend(own.before, prefix, own.iteration),
      bytes: before.bytes + body.length,
    });
    return own;
  }

  /** The ref of a segment. */
  ref(prefix: string, { iteration, messagesBefore, append }: Segment): TranscriptRef {
    return { uri: this.#store.uri(segmentKey(prefix, iteration)), messages: messagesBefore + append.length + 1 };
  }

  /** The whole transcript up to a ref; an empty one without a ref. */
  async load(ref: TranscriptRef | undefined, signal: AbortSignal): Promise<Transcript> {
    if (ref === undefined) return EMPTY;
    const cached = this.#cache.get(ref.uri);
    if (cached !== undefined) return cached;
    const headKey = this.#store.key(ref.uri);
    const head = parseSegment(await this.#store.get(headKey, { signal }), headKey);
    const keys = head.before.flatMap(({ prefix, from, to }) =>
      Array.from({ length: to - from + 1 }, (_, index) => segmentKey(prefix, from + index)),
    );
    const earlier: Segment[] = [];
    for (let start = 0; start < keys.length; start += READS_AT_ONCE) {
      const batch = keys.slice(start, start + READS_AT_ONCE);
      earlier.push(
        ...(await Promise.all(batch.map(async (key) => parseSegment(await this.#store.get(key, { signal }), key)))),
      );
    }
    const messages = [...earlier, head].flatMap((part) => [...part.append, part.answer]);
    if (messages.length !== ref.messages) {
      throw new SkillrunError(
        'object_damaged',
        `The transcript has ${messages.length} messages where its ref says ${ref.messages} [uri=${ref.uri}]`,
      );
    }
    const prefix = headKey.slice(0, headKey.lastIndexOf('/transcript/'));
    const ranges = extend(head.before, prefix, head.iteration);
    return this.#remember({ uri: ref.uri, messages, ranges, bytes: JSON.stringify(messages).length });
  }

  #remember(transcript: Transcript): Transcript {
    if (transcript.uri !== null) this.#cache.set(transcript.uri, transcript, { size: Math.max(1, transcript.bytes) });
    return transcript;
  }
}

/** The ranges with one more segment. */
function extend(ranges: Range[], prefix: string, iteration: number): Range[] {
  const last = ranges.at(-1);
  if (last?.prefix === prefix && last.to === iteration - 1) return [...ranges.slice(0, -1), { ...last, to: iteration }];
  return [...ranges, { prefix, from: iteration, to: iteration }];
}
