import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';

const repository = join(import.meta.dirname, '..', '..');
const ownPython = '/opt/skillrun/python/bin';

interface Ran {
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
}

/** A workspace like a run's, without sandbox and Temporal, to try a skill's commands and scripts in. */
export interface SkillShell extends AsyncDisposable {
  /** The workspace: the commands' working directory and `$HOME`. */
  folder: string;
  run(command: string): Promise<Ran>;
  /** A file of the workspace. */
  path(name: string): string;
}

export async function openSkillShell(skill: string, variables: Record<string, string> = {}): Promise<SkillShell> {
  const root = await mkdtemp(join(tmpdir(), 'skillrun-skill-'));
  const folder = join(root, 'workspace');
  await mkdir(join(folder, 'inputs'), { recursive: true });
  // Scripts find the toolbox as Node does: in the nearest node_modules above them.
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'));
  await cp(join(repository, 'skills', skill), join(root, 'skill'), { recursive: true });
  const PATH = [dirname(process.execPath), ownPython, process.env['PATH']].join(delimiter);
  const env = { PATH, HOME: folder, LANG: 'C.UTF-8', SKILL_DIR: join(root, 'skill'), ...variables };
  return {
    folder,
    path: (name) => join(folder, name),
    async run(command) {
      const options = { cwd: folder, env, extendEnv: false, reject: false, stdin: 'ignore' } as const;
      const { exitCode, stdout, stderr } = await execa('bash', ['-c', command], options);
      return { exitCode, stdout, stderr };
    },
    async [Symbol.asyncDispose]() {
      await rm(root, { recursive: true, force: true });
    },
  };
}

/**
 * The commands that a skill's text teaches: its fenced `bash` blocks, in order, each named by the heading above it and
 * its place there. Blocks of any other language are not meant to be run as they stand.
 */
export async function taughtCommands(skill: string, file = 'SKILL.md'): Promise<{ name: string; command: string }[]> {
  const text = await readFile(join(repository, 'skills', skill, file), 'utf8');
  return text.split(/^(?=## )/m).flatMap((section) => {
    const heading = section.split('\n', 1)[0] ?? '';
    return [...section.matchAll(/^( *)```bash\n(.*?)^ *```$/gms)].map(([, indent = '', block = ''], index) => ({
      name: heading.startsWith('## ') ? `${heading.slice(3)}, ${index + 1}` : `opening, ${index + 1}`,
      command: block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }));
  });
}
