import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { refuseCommand } from './command-text.ts';
import { commandEnvironment } from './environment.ts';
import { missingPrograms } from './missing-programs.ts';
import type { SandboxOptions } from './options.ts';
import type { Sandbox, SandboxCommand, SandboxResult } from './port.ts';
import { startProcess, type Exit } from './start-process.ts';
import { supervise, type StartedCommand } from './supervise.ts';

/**
 * Leads the command's process group. Its watcher waits for the end of descriptor 3, whose other end this process holds:
 * when this process dies, even by SIGKILL, the watcher kills the group (0: its own).
 */
const LEADER = `
{ read -r line <&3; kill -KILL 0; } >/dev/null 2>&1 & watcher=$!
bash -c "$1" 3<&-
code=$?
kill -KILL $watcher
wait $watcher 2>/dev/null
exit $code`;

/**
 * How long to wait for killed processes, and between two looks, in milliseconds. Not longer: those that nobody reaps
 * (in a container whose PID 1 does not) count as there for ever.
 */
const GONE_MS = 100;
const LOOK_MS = 5;

/**
 * Runs commands as plain children of this process, with its user's rights: they are tidied up, not contained. A process
 * that starts a session of its own gets away.
 */
export function createUncontained(options: SandboxOptions): Sandbox {
  async function run(command: SandboxCommand): Promise<SandboxResult> {
    const refused = refuseCommand(command.command);
    if (refused !== undefined) return refused;
    const tmpDir = await mkdtemp(join(tmpdir(), 'skillrun-tmp-'));
    try {
      const environment = commandEnvironment(
        {
          nodeBin: dirname(options.nodePath),
          home: command.workspace,
          skillDir: command.skillDir,
          tmpDir,
          nodeModules: options.toolboxDir,
        },
        command.variables,
      );
      return await supervise(command, (stdout, stderr) => start(command, environment, stdout, stderr));
    } finally {
      await rm(tmpDir, { recursive: true, force: true });
    }
  }

  return {
    name: 'none',
    probe: async () => 'none: commands run uncontained, with all the rights of this user on this host',
    run,
    missingPrograms: (programs) => missingPrograms(run, programs),
  };
}

function start(
  { command, workspace }: SandboxCommand,
  environment: Record<string, string>,
  stdout: number,
  stderr: number,
): StartedCommand {
  const { child, exit } = startProcess('/bin/sh', ['-c', LEADER, 'sh', command], {
    cwd: workspace,
    env: environment,
    stdio: ['ignore', stdout, stderr, 'pipe'],
    detached: true,
  });
  const endGroup = async (): Promise<Exit> => {
    const ended = await exit;
    const deadline = performance.now() + GONE_MS;
    while (killGroup(child.pid) && performance.now() < deadline) await delay(LOOK_MS);
    return ended;
  };
  return { ended: endGroup(), kill: () => killGroup(child.pid) };
}

/** Kills all processes of the group; false when it has none. */
function killGroup(leader: number | undefined): boolean {
  try {
    return leader !== undefined && process.kill(-leader, 'SIGKILL');
  } catch {
    return false;
  }
}
