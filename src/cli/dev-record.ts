import { constants } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { DEV_FOLDER } from './dev-folder.ts';
import { isAlive } from '../worker/live-process.ts';

const format = z.object({
  pid: z.int().positive(),
  /** The variables of its servers: `TEMPORAL_…`, `SKILLRUN_…` and `AWS_…`. */
  environment: z.record(z.string().regex(/^(TEMPORAL|SKILLRUN|AWS)_[A-Z0-9_]+$/), z.string()),
});

/** What a running `skillrun dev` tells the other commands. */
export type DevRecord = z.infer<typeof format>;

function recordPath(folder: string): string {
  return join(folder, 'dev.json');
}

/** Leaves a record for the commands of the same user; it holds the keys of the dev store. */
export async function writeDevRecord(folder: string, record: DevRecord): Promise<void> {
  await rm(recordPath(folder), { force: true });
  await writeFile(recordPath(folder), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
}

export async function removeDevRecord(folder: string): Promise<void> {
  await rm(recordPath(folder), { force: true });
}

/**
 * The record of a `skillrun dev` that is alive, or undefined. One that others could have written is ignored: a checked-out
 * folder must not lead anybody to a foreign server.
 */
export async function readDevRecord(folder: string = DEV_FOLDER): Promise<DevRecord | undefined> {
  const text = await readPrivate(recordPath(folder));
  if (text === undefined) return undefined;
  const { data } = format.safeParse(parse(text));
  return data !== undefined && isAlive(data.pid) ? data : undefined;
}

async function readPrivate(path: string): Promise<string | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => undefined,
  );
  if (file === undefined) return undefined;
  try {
    const { uid, mode } = await file.stat();
    return uid === process.getuid?.() && (mode & 0o077) === 0 ? await file.readFile('utf8') : undefined;
  } finally {
    await file.close();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
