import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startGuarded } from '../../../infra/dev/guard.ts';

const PARENT = join(import.meta.dirname, 'programs/guarding-parent.ts');

/** Starts a process that guards a server; resolves when the server runs. */
async function startParent(ending = 'never') {
  const folder = await mkdtemp(join(tmpdir(), 'skillrun-guard-'));
  await writeFile(join(folder, 'object'), 'content');
  const parent = execa('node', [PARENT, folder, ending], { detached: true, reject: false, buffer: false });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const lines = createInterface(parent.stdout)[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => String((await lines.next()).value);
  return { parent, folder, nextLine, server: Number(await nextLine()) };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a guarded server and its temporary folder', () => {
  test.each(['SIGKILL', 'SIGTERM', 'SIGHUP'] as const)('are gone after %s to the parent', async (signal) => {
    const { parent, folder, server } = await startParent();
    expect(isAlive(server)).toBe(true);
    parent.kill(signal);
    await vi.waitUntil(() => !isAlive(server) && !existsSync(folder), { timeout: 10_000 });
  });

  test.each(['exit', 'throw'])('are gone when the parent ends by %s', async (ending) => {
    const { folder, server } = await startParent(ending);
    await vi.waitUntil(() => !isAlive(server) && !existsSync(folder), { timeout: 10_000 });
  });

  test('outlast a Ctrl-C that the parent outlasts', async () => {
    const { parent, nextLine, server, folder } = await startParent();
    process.kill(-parent.pid!, 'SIGINT');
    expect(await nextLine()).toBe('interrupted');
    expect(isAlive(server)).toBe(true);
    expect(existsSync(folder)).toBe(true);
  });
});

test('close ends a server that ignores SIGTERM', async () => {
  const server = startGuarded({ program: 'sh', args: ['-c', "trap '' TERM; echo $$; while :; do sleep 0.1; done"] });
  await vi.waitUntil(() => server.output() !== '');
  const pid = Number(server.output());
  await server.close();
  expect(isAlive(pid)).toBe(false);
});

test('a server that ends by itself leaves its last words, and closing it again is no error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skillrun-guard-'));
  const server = startGuarded({
    program: 'sh',
    args: ['-c', 'echo out; echo err >&2; exit 3'],
    temporaryFolder: folder,
  });
  await server.ended;
  expect(server.output().split('\n').toSorted()).toEqual(['err', 'out']);
  expect(existsSync(folder)).toBe(false);
  await server.close();
});

test('a server gets nothing of our environment that could be a key', async () => {
  vi.stubEnv('OPENAI_API_KEY', 'sk-guard');
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = startGuarded({ program: 'env', args: [], environment: { GIVEN: 'yes' } });
  await server.ended;
  expect(server.output()).toContain('GIVEN=yes');
  expect(server.output()).not.toContain('sk-guard');
});
