import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createSandbox } from '../src/sandbox/create-sandbox.ts';
import type { Sandbox } from '../src/sandbox/port.ts';
import { toolboxFolder } from '../src/worker/data-folder.ts';

/** Runs `true` in each sandbox: all of it is the sandbox's own start and end. */
export type SandboxStarts = Record<Sandbox['name'], () => Promise<void>>;

export async function sandboxStarts(folder: string): Promise<SandboxStarts> {
  const [workspace, skillDir] = [join(folder, 'workspace'), join(folder, 'skill')];
  await Promise.all([mkdir(workspace), mkdir(skillDir)]);
  const { signal } = new AbortController();
  const command = { command: 'true', workspace, skillDir, variables: {}, network: false, timeoutMs: 10_000, signal };
  const start = (name: Sandbox['name']) => {
    const sandbox = createSandbox(name, { toolboxDir: toolboxFolder(), nodePath: process.execPath });
    return async () => void (await sandbox.run(command));
  };
  return { none: start('none'), bwrap: start('bwrap') };
}
