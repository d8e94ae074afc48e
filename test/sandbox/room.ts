import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../../src/sandbox/create-sandbox.ts';
import type { Sandbox, SandboxCommand, SandboxResult } from '../../src/sandbox/port.ts';

const sandboxOptions = {
  toolboxDir: join(import.meta.dirname, '../../node_modules'),
  nodePath: process.execPath,
};

/** A workspace and a skill on this host, and a sandbox for their commands. */
export interface Room extends AsyncDisposable {
  sandbox: Sandbox;
  workspace: string;
  skillDir: string;
  run(command: string, options?: Partial<SandboxCommand>): Promise<SandboxResult>;
}

export async function openRoom(name: Sandbox['name']): Promise<Room> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'skillrun-room-')));
  const [workspace, skillDir] = [join(root, 'workspaces/1'), join(root, 'skills/1')];
  await mkdir(workspace, { recursive: true });
  await mkdir(skillDir, { recursive: true });
  await symlink(sandboxOptions.toolboxDir, join(root, 'node_modules'));
  const sandbox = createSandbox(name, sandboxOptions);
  return {
    sandbox,
    workspace,
    skillDir,
    run: (command, options = {}) =>
      sandbox.run({
        command,
        workspace,
        skillDir,
        variables: {},
        network: false,
        timeoutMs: 30_000,
        signal: new AbortController().signal,
        ...options,
      }),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

let markers = 0;

/** A word that stands in no other command line, and bash that starts a long-lived process that bears it. */
export function markedProcess(): { marker: string; start: string } {
  markers += 1;
  const marker = `skillrun-test-${process.pid}-${markers}`;
  return { marker, start: `(exec -a ${marker} sleep 1000)` };
}

/** Ids of the host's processes, in any namespace, whose command line holds the text. */
export function processesWith(text: string): string[] {
  return readdirSync('/proc').filter((id) => /^\d+$/.test(id) && readProcess(id, 'cmdline').includes(text));
}

/** Empty for a process that is no more. */
function readProcess(id: string, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
