import { SkillrunError } from '../contract/errors.ts';
import { CapturedOutput } from './captured-output.ts';
import { OutputPipe } from './output-pipe.ts';
import type { SandboxCommand, SandboxResult } from './port.ts';
import type { Exit } from './start-process.ts';

/** Exit code of a command that its time-out has ended, as of coreutils' `timeout`. */
const TIMED_OUT_EXIT_CODE = 124;

/** Node's timers overflow beyond this, and fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A command that has been started, by whatever contains it. */
export interface StartedCommand {
  /** Resolves when the command has ended and none of its processes is left. */
  ended: Promise<Exit>;
  /** Ends all its processes at once; harmless when it has ended. */
  kill(): void;
}

/**
 * Runs a command to its end: reads all that it writes, ends it at its time-out or when the signal aborts. Throws the
 * signal's reason, and `host_failed` when the command could not be run.
 */
export async function supervise(
  { workspace, timeoutMs, signal, onOutput }: SandboxCommand,
  start: (stdout: number, stderr: number) => StartedCommand,
): Promise<SandboxResult> {
  using out = await OutputPipe.open();
  using err = await OutputPipe.open();
  const stdout = capture(out, onOutput);
  const stderr = capture(err, onOutput);
  signal.throwIfAborted();

  const startedAt = performance.now();
  const command = start(out.writer, err.writer);
  out.closeWriter();
  err.closeWriter();
  const { exit, timedOut } = await exitWithin(command, timeoutMs, signal);
  const durationMs = Math.round(performance.now() - startedAt);
  await Promise.all([out.drained(), err.drained()]);
  signal.throwIfAborted();

  const streams = { stdout: stdout.result(), stderr: stderr.result() };
  if (timedOut) return { ...streams, exitCode: TIMED_OUT_EXIT_CODE, timedOut, durationMs };
  if ('exitCode' in exit) return { ...streams, exitCode: exit.exitCode, timedOut, durationMs };
  const reason = streams.stderr.shown.trim() || exit.notRun;
  throw new SkillrunError('host_failed', `The sandbox could not run a command: ${reason} [workspace=${workspace}]`, {
    cause: exit.cause,
  });
}

async function exitWithin(command: StartedCommand, timeoutMs: number, signal: AbortSignal) {
  let timedOut = false;
  const onTimeout = () => {
    timedOut = true;
    command.kill();
  };
  const onAbort = () => command.kill();
  const timer = setTimeout(onTimeout, Math.min(timeoutMs, LONGEST_TIMER_MS));
  signal.addEventListener('abort', onAbort);
  try {
    const exit = await command.ended;
    return { exit, timedOut };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function capture(pipe: OutputPipe, onOutput: SandboxCommand['onOutput']): CapturedOutput {
  const output = new CapturedOutput();
  pipe.reader.on('data', (chunk: Uint8Array) => {
    output.push(chunk);
    onOutput?.(chunk);
  });
  return output;
}
