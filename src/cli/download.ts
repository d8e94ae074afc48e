import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SkillrunError } from '../contract/errors.ts';
import type { Output, Outputs } from '../contract/output.ts';
import type { Store } from '../store/port.ts';
import { plainText } from './plain-text.ts';

/** File systems take 255 bytes; while it is written, the name is longer. */
const NAME_BYTES = 200;

export interface Download {
  output: Output;
  file: string;
  /** False when the same content lay there already. */
  written: boolean;
}

/**
 * Writes outputs into a folder under the names that they had, each verified before it appears. A file that is there
 * already is left alone: it is an error unless it has the same content. Throws `already_exists`, `object_damaged`,
 * `object_missing`, `foreign_object`, `invalid_input` for a folder that cannot be written to.
 */
export async function* downloadOutputs(outputs: Outputs, folder: string, store: Store): AsyncGenerator<Download> {
  const names = fileNames(outputs);
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw unwritable(folder, cause);
  });
  for (const [name, output] of names) {
    const file = join(folder, name);
    yield { output, file, written: await download(output, file, store) };
  }
}

/** A plain file name for each output. The model chose the paths: none may lead elsewhere, hide, or displace another. */
export function fileNames(outputs: Outputs): Map<string, Output> {
  const all = Object.values(outputs);
  const byName = new Map(all.map((output) => [fileName(output), output]));
  return byName.size === all.length
    ? byName
    : new Map(all.map((output) => [`${output.kind}-${fileName(output)}`, output]));
}

function fileName({ path, kind }: Output): string {
  const last = plainText(path.split('/').at(-1) ?? '').replaceAll(/[\\\n\t]/g, '_');
  const shown = last.replace(/^\.+/, '');
  return shown === '' || Buffer.byteLength(shown) > NAME_BYTES ? kind : shown;
}

async function download(output: Output, file: string, store: Store): Promise<boolean> {
  const temporary = `${file}.${randomUUID().slice(0, 8)}.part`;
  try {
    await fetchVerified(output, temporary, store);
    // Unlike a rename, a link never replaces what is there.
    await link(temporary, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if ((await digest(file)) === output.sha256) return false;
    throw new SkillrunError('already_exists', `Another file is there already [file=${file}]`, {
      hint: 'Move it away, or choose another folder with --to',
      cause: error,
    });
  } finally {
    await rm(temporary, { force: true });
  }
}

async function fetchVerified({ uri, sha256, bytes }: Output, path: string, store: Store): Promise<void> {
  const file = await open(path, 'wx').catch((cause: unknown) => {
    throw unwritable(path, cause);
  });
  const hash = createHash('sha256');
  let received = 0;
  try {
    for await (const chunk of store.stream(store.key(uri))) {
      hash.update(chunk);
      received += chunk.length;
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  if (received !== bytes || hash.digest('hex') !== sha256) {
    throw new SkillrunError('object_damaged', `An output is not what the run stored [uri=${uri}]`, {
      hint: 'Somebody changed the store; nothing was written',
    });
  }
}

async function digest(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}

function unwritable(path: string, cause: unknown): SkillrunError {
  const reason = (cause as NodeJS.ErrnoException).code ?? String(cause);
  return new SkillrunError('invalid_input', `Nothing can be written there: ${reason} [path=${path}]`, {
    hint: 'Choose another folder with --to',
    cause,
  });
}
