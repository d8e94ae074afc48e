import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';

const MAIN = fileURLToPath(new URL('../../infra/demo/main.ts', import.meta.url));

function readProcess(pid: string, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
}

/** Command lines and environments of the processes on this machine, where they can be told. */
async function processes(): Promise<string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  return await Promise.all(
    pids.map(async (pid) => `${await readProcess(pid, 'cmdline')} ${await readProcess(pid, 'environ')}`),
  );
}

test('the demo survives the kill of its worker, delivers the picture, and leaves nothing running', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skillrun-demo-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { PATH, HOME } = process.env;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [MAIN], {
    cwd: folder,
    env: { PATH, HOME, TMPDIR: folder },
    timeout: 110_000,
  });
  expect(stderr).toMatch(/SIGKILL to the worker/);
  expect(stderr).toMatch(/completed: 6 iterations, 1 retried after the kill, 600 → 120 tokens/);
  expect(stderr).toMatch(/http:\/\/127\.0\.0\.1:\d+\/namespaces\/default\/workflows\/image-/);
  expect(await sharp(stdout.trim()).metadata()).toMatchObject({ format: 'png', width: 512, height: 512 });
  // What is about to end gets a moment: a guard looks five times a second whether its server has.
  await vi.waitFor(async () => expect((await processes()).filter((text) => text.includes(folder))).toEqual([]), 5000);
}, 120_000);
