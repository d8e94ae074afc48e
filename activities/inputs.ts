import { createHash, hash } from 'node:crypto';
import type { Asset, AssetKind, InputAsset } from '../src/contract/asset.ts';
import { SkillrunError } from '../src/contract/errors.ts';
import type { UserPart } from '../src/contract/message.ts';
import type { Store } from '../src/store/port.ts';
import { inputKey } from './keys.ts';
import { sniffMediaType, SNIFFED_BYTES } from './media-type.ts';

/** Inputs of one run together, in bytes. */
const MAX_INPUT_BYTES = 4 * 1024 ** 3;

/** Puts a long text into the store. */
export async function storeText(text: string, store: Store, signal: AbortSignal): Promise<UserPart> {
  const body = Buffer.from(text);
  const key = inputKey(hash('sha256', body));
  await store.put(key, body, { mediaType: 'text/plain; charset=utf-8', signal });
  return { type: 'stored_text', uri: store.uri(key), bytes: body.length };
}

/** Checks a run's inputs, puts inline ones into the store, and gives each a name of its own in the workspace. */
export async function storeInputs(inputs: InputAsset[], store: Store, signal: AbortSignal): Promise<Asset[]> {
  const assets: Asset[] = [];
  for (const input of inputs) {
    const name = freeName(inputName(input), assets);
    assets.push(await storeInput(input, name, store, signal));
    if (assets.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_INPUT_BYTES) {
      throw invalid(`The inputs are larger than ${MAX_INPUT_BYTES / 1024 ** 3} GiB together, up to ${name}`);
    }
  }
  return assets;
}

function invalid(message: string, cause?: unknown): SkillrunError {
  return new SkillrunError('invalid_input', message, { cause });
}

/** A plain file name, from what the caller gave. */
function inputName(input: InputAsset): string {
  const given = input.name ?? ('uri' in input ? decodeURIComponent(input.uri.split('/').at(-1) ?? '') : '');
  const name = given
    .replaceAll(/[\p{Cc}/\\]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 120);
  return name === '' ? input.kind : name;
}

function freeName(name: string, taken: Asset[]): string {
  const isTaken = (candidate: string): boolean => taken.some(({ path }) => path === `inputs/${candidate}`);
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${stem}-${number}${extension}`;
    if (!isTaken(candidate)) return candidate;
  }
}

async function storeInput(input: InputAsset, name: string, store: Store, signal: AbortSignal): Promise<Asset> {
  const { uri, head, bytes, sha256 } =
    'uri' in input
      ? await readStored(input.uri, name, store, signal)
      : await storeInline(input.data, name, store, signal);
  if (bytes === 0) throw invalid(`The input ${name} is empty`);
  const mediaType = await sniffMediaType(head, name);
  if (!fits(input.kind, mediaType)) {
    throw invalid(`The input ${name} is said to be of kind ${input.kind}, but it is ${mediaType}`);
  }
  return { kind: input.kind, path: `inputs/${name}`, uri, mediaType, bytes, sha256 };
}

interface StoredInput {
  uri: string;
  head: Uint8Array;
  bytes: number;
  sha256: string;
}

async function storeInline(data: string, name: string, store: Store, signal: AbortSignal): Promise<StoredInput> {
  const body = Buffer.from(data, 'base64');
  if (body.length === 0 && data !== '') throw invalid(`The input ${name} is not base64`);
  const sha256 = hash('sha256', body);
  const key = inputKey(sha256);
  await store.put(key, body, { signal });
  return { uri: store.uri(key), head: body.subarray(0, SNIFFED_BYTES), bytes: body.length, sha256 };
}

async function readStored(uri: string, name: string, store: Store, signal: AbortSignal): Promise<StoredInput> {
  const sha256 = createHash('sha256');
  let head = Buffer.alloc(0);
  let bytes = 0;
  try {
    for await (const chunk of store.stream(store.key(uri), { signal })) {
      if (head.length < SNIFFED_BYTES) head = Buffer.concat([head, chunk]).subarray(0, SNIFFED_BYTES);
      sha256.update(chunk);
      bytes += chunk.length;
    }
  } catch (cause) {
    // Objects that a caller names are the caller's: a missing one is not going to come.
    if (cause instanceof SkillrunError && cause.code === 'object_missing') {
      throw invalid(`The input ${name} is not in the store [uri=${uri}]`, cause);
    }
    throw cause;
  }
  return { uri, head, bytes, sha256: sha256.digest('hex') };
}

/** Images, sound and video have to be what they are said to be; anything may be a document. */
function fits(kind: AssetKind, mediaType: string): boolean {
  return kind === 'document' || mediaType.startsWith(`${kind}/`) || (kind === 'audio' && mediaType === 'video/webm');
}
