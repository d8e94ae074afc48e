/** One command to run, with everything that it may see. */
export interface SandboxCommand {
  /** Bash source text. */
  command: string;
  /** Absolute path on the host; the command's working directory and `$HOME`. Writable. */
  workspace: string;
  /** Absolute path on the host of the skill's files; read-only for the command, at `$SKILL_DIR`. */
  skillDir: string;
  /** Added to the environment that is built from nothing. */
  variables: Record<string, string>;
  network: boolean;
  timeoutMs: number;
  signal: AbortSignal;
  /** Called with each chunk of stdout and stderr as it comes. */
  onOutput?(chunk: Uint8Array): void;
}

/** Output beyond the limits is cut; `bytes` is what the command wrote in all. */
export interface CapturedStream {
  /** Head and tail, of `SHOWN_CHARACTERS` at the most, with a note of what was cut between them. */
  shown: string;
  bytes: number;
  truncated: boolean;
}

/** How a command ended. A time-out is a value, as an exit code is. */
export interface SandboxResult {
  stdout: CapturedStream;
  stderr: CapturedStream;
  /** 124 after a time-out; 128 + n after signal n. */
  exitCode: number;
  timedOut: boolean;
  durationMs: number;
}

export interface Sandbox {
  readonly name: 'bwrap' | 'none';
  /** What is in force, for the log at start; throws `sandbox_unavailable` with the way out where it does not work. */
  probe(): Promise<string>;
  /** Runs a command to its end. When it returns or throws, no process of the command is left. Aborting kills it and throws the signal's reason. */
  run(command: SandboxCommand): Promise<SandboxResult>;
  /** Of these programs, the ones that commands would not find. */
  missingPrograms(programs: string[]): Promise<string[]>;
}
