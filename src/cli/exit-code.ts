import type { RunEnd } from '../contract/run.ts';

/** What the process ends with; docs/cli.md tells users. */
export const EXIT = {
  completed: 0,
  /** The run failed, was refused or cancelled; or something else went wrong. */
  failed: 1,
  usage: 2,
  /** The run ended at its limit of iterations or time. */
  limit: 3,
  /** Ctrl-C: the same that shells give. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const endings: Record<RunEnd, ExitCode> = {
  completed: EXIT.completed,
  max_iterations: EXIT.limit,
  timed_out: EXIT.limit,
  refused: EXIT.failed,
};

export function exitCodeOf(end: RunEnd): ExitCode {
  return endings[end];
}
