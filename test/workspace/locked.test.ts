import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { useGround } from './hosts.ts';

const ground = useGround();
const PROGRAM = fileURLToPath(new URL('programs/locked-workspace.ts', import.meta.url));

test('a worker without privileges keeps, restores and removes what modes lock it out of', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ground.folder]);
  const seen = JSON.parse(stdout) as { uid: number };
  expect(seen).toEqual({
    uid: expect.any(Number),
    puts: 4,
    unchanged: [true, true],
    putsOfUnchanged: 0,
    modes: ['0', '200', '0', '555'],
    entries: {
      locked: 'folder 700',
      'locked/deeper': 'folder 700',
      'locked/deeper/file': 'file 644 inside',
      'read-only': 'folder 755',
      'read-only/file': 'file 400 x',
      secret: 'file 700 secret',
    },
    left: 0,
  });
  expect(seen.uid).not.toBe(0);
});
