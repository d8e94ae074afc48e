import type { Readable, Writable } from 'node:stream';
import { bwrapArguments, CONTAINED } from './bwrap-arguments.ts';
import { bubblewrapMissing, probeBubblewrap } from './bwrap-probe.ts';
import { BwrapStatus } from './bwrap-status.ts';
import { refuseCommand } from './command-text.ts';
import { commandEnvironment } from './environment.ts';
import { findProgram } from './find-program.ts';
import { missingPrograms } from './missing-programs.ts';
import type { SandboxOptions } from './options.ts';
import type { Sandbox, SandboxCommand, SandboxResult } from './port.ts';
import { startProcess } from './start-process.ts';
import { supervise, type StartedCommand } from './supervise.ts';

const STATUS_DESCRIPTOR = 3;
const ARGUMENTS_DESCRIPTOR = 4;
const FIRST_TEXT_DESCRIPTOR = 5;

/** PID 1 of the command's namespace; a shell of its own, so that the command's bash can be killed like any process. */
const PID_1 = 'bash -c "$1"; exit $?';

/** Runs each command in namespaces of its own, through bubblewrap. */
export function createBubblewrap(options: SandboxOptions): Sandbox {
  async function run(command: SandboxCommand): Promise<SandboxResult> {
    const refused = refuseCommand(command.command);
    if (refused !== undefined) return refused;
    const environment = commandEnvironment(CONTAINED, command.variables);
    const bwrap = await findProgram('bwrap');
    if (bwrap === undefined) throw bubblewrapMissing();
    return supervise(command, (stdout, stderr) => start(bwrap, command, options, environment, stdout, stderr));
  }

  return {
    name: 'bwrap',
    probe: () => probeBubblewrap(run),
    run,
    missingPrograms: (programs) => missingPrograms(run, programs),
  };
}

function start(
  bwrap: string,
  command: SandboxCommand,
  options: SandboxOptions,
  environment: Record<string, string>,
  stdout: number,
  stderr: number,
): StartedCommand {
  const contained = bwrapArguments(command, options, environment, FIRST_TEXT_DESCRIPTOR);
  // The arguments hold the command's environment: on bwrap's command line all of the host's users could read it.
  const texts = [contained.arguments.map((argument) => `${argument}\0`).join(''), ...contained.texts];
  const { child, exit } = startProcess(
    bwrap,
    [
      ['--json-status-fd', String(STATUS_DESCRIPTOR), '--args', String(ARGUMENTS_DESCRIPTOR)],
      ['--', '/bin/sh', '-c', PID_1, 'sh', command.command],
    ].flat(),
    {
      // bwrap is the sandbox's PID 1 until it becomes the command's: nothing of the worker's environment goes near it.
      env: {},
      stdio: ['ignore', stdout, stderr, 'pipe', ...texts.map(() => 'pipe' as const)],
    },
  );
  for (const [index, text] of texts.entries()) write(text, child.stdio[ARGUMENTS_DESCRIPTOR + index] as Writable);
  const status = new BwrapStatus(child.stdio[STATUS_DESCRIPTOR] as Readable);
  return { ended: exit.then((own) => status.reported(own)), kill: () => status.kill() };
}

/** bwrap may end before it has read all; it says why in its own words. */
function write(text: string, stream: Writable): void {
  stream.on('error', () => undefined);
  stream.end(text);
}
