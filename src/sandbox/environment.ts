import { SkillrunError } from '../contract/errors.ts';

/** A program gets a variable as one string of the kernel's, which allows 128 KiB for it. */
export const MAX_VARIABLE_BYTES = 64 * 1024;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What the sandbox says, not the caller: where things are, and what decides which code a program loads. */
const RESERVED = new Set(
  'PATH HOME PWD OLDPWD SHLVL SHELL USER LOGNAME TMPDIR SKILL_DIR NODE_PATH IFS ENV SHELLOPTS GLIBC_TUNABLES'.split(
    ' ',
  ),
);
const RESERVED_PREFIX = /^(LD_|DYLD_|BASH)/;

/** Places as the command sees them. */
export interface Places {
  /** Folder of the program `node`. */
  nodeBin: string;
  home: string;
  skillDir: string;
  tmpDir: string;
  /** The toolbox's `node_modules`. */
  nodeModules: string;
}

/** The whole environment of a command, built from nothing; throws `invalid_input` for a variable that may not be set. */
export function commandEnvironment(places: Places, variables: Record<string, string>): Record<string, string> {
  checkVariables(variables);
  return {
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    CI: 'true',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    DEBIAN_FRONTEND: 'noninteractive',
    // Caches are no part of the workspace that the next command gets.
    XDG_CACHE_HOME: `${places.tmpDir}/cache`,
    ...variables,
    // Debian's own programs come before /usr/local, where a machine's owner may have put others of the same name.
    PATH: `${places.nodeBin}:/opt/skillrun/python/bin:/usr/bin:/bin:/usr/local/bin`,
    HOME: places.home,
    SHELL: '/bin/bash',
    USER: 'agent',
    LOGNAME: 'agent',
    TMPDIR: places.tmpDir,
    SKILL_DIR: places.skillDir,
    NODE_PATH: places.nodeModules,
  };
}

/** Throws `invalid_input` for the first variable whose name is reserved or malformed, or whose value cannot be passed on. */
export function checkVariables(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (!NAME.test(name)) {
      throw new SkillrunError('invalid_input', `Malformed name of a variable [name=${JSON.stringify(name)}]`, {
        hint: 'Use letters, digits and underscores, and no digit first',
      });
    }
    if (isReserved(name)) {
      throw new SkillrunError('invalid_input', `A run may not set this variable [name=${name}]`, {
        hint: 'The sandbox sets it; choose another name',
      });
    }
    if (value.includes('\0') || Buffer.byteLength(value) > MAX_VARIABLE_BYTES) {
      throw new SkillrunError('invalid_input', `The value of a variable cannot be passed to a program [name=${name}]`, {
        hint: `Give at most ${MAX_VARIABLE_BYTES / 1024} KiB without NUL characters; larger data goes in as an input file`,
      });
    }
  }
}

function isReserved(name: string): boolean {
  return RESERVED.has(name) || RESERVED_PREFIX.test(name);
}
