import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { SnapshotRef } from '../../src/contract/workspace.ts';
import { useGround, write } from './hosts.ts';

const ground = useGround();
const PROGRAM = fileURLToPath(new URL('programs/killed-between-puts.ts', import.meta.url));

/** The new snapshot's uri, or undefined when the process was killed before it had one. */
async function changeInProcess(from: SnapshotRef, killAfterPuts: number): Promise<string | undefined> {
  const args = [PROGRAM, ground.folder, from.uri, String(killAfterPuts)];
  try {
    return (await promisify(execFile)(process.execPath, args)).stdout;
  } catch (error) {
    expect(error).toMatchObject({ signal: 'SIGKILL' });
    return undefined;
  }
}

test('a process that is killed after any of its puts leaves the last snapshot as it was, here and elsewhere', async () => {
  const old = { a: 'file 644 old a', d: 'file 644 old d' };
  const first = await ground.change((folder) => {
    write('a', 'old a')(folder);
    write('d', 'old d')(folder);
  });
  let kills = 0;
  let uri = await changeInProcess(first, kills);
  for (; uri === undefined; uri = await changeInProcess(first, kills)) {
    kills += 1;
    expect(await ground.entriesAt(first)).toEqual(old);
    expect(await ground.entriesAt(first, ground.host())).toEqual(old);
    for await (const { key } of ground.store.list('')) {
      const name = /([0-9a-f]{64})(\.json)?$/.exec(key)?.[1];
      expect(hash('sha256', await ground.store.get(key)), 'every object is whole').toBe(name);
    }
  }
  // Three new files and the manifest.
  expect(kills).toBe(4);
  expect(await ground.entriesAt({ uri })).toEqual({
    a: 'file 644 new a',
    b: 'file 644 new b',
    c: 'file 644 new c',
    d: 'file 644 old d',
  });
});
