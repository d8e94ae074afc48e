import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../../src/sandbox/create-sandbox.ts';
import { loadSkill, writeSkill } from '../../src/skills/index.ts';
import { toolboxFolder } from '../../src/worker/data-folder.ts';
import { bestSandbox } from '../support/programs.ts';

const skills = join(import.meta.dirname, '..', '..', 'skills');

interface Ran {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** A workspace in which a skill's commands and scripts run as in a run: in the sandbox, with the skill's effects. */
export interface SkillShell extends AsyncDisposable {
  run(command: string): Promise<Ran>;
  /** Where a file of the workspace lies for the test. */
  path(name: string): string;
}

export async function openSkillShell(skill: string, variables: Record<string, string> = {}): Promise<SkillShell> {
  const root = await mkdtemp(join(tmpdir(), 'skillrun-skill-'));
  const workspace = join(root, 'workspace');
  const skillDir = join(root, 'skill');
  await mkdir(join(workspace, 'inputs'), { recursive: true });
  const { manifest, files } = await loadSkill(join(skills, skill));
  await writeSkill(files, skillDir);
  // Without bubblewrap, commands find the toolbox as on a host: in the nearest node_modules above them.
  await symlink(toolboxFolder(), join(root, 'node_modules'));
  const network = manifest.effects === 'external';
  const sandbox = createSandbox(await bestSandbox(), { toolboxDir: toolboxFolder(), nodePath: process.execPath });
  const limits = { timeoutMs: 120_000, signal: new AbortController().signal };
  return {
    path: (name) => join(workspace, name),
    async run(command) {
      const ran = await sandbox.run({ command, workspace, skillDir, variables, network, ...limits });
      return { exitCode: ran.exitCode, stdout: ran.stdout.shown.trimEnd(), stderr: ran.stderr.shown.trimEnd() };
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
  const text = await readFile(join(skills, skill, file), 'utf8');
  return text.split(/^(?=## )/m).flatMap((section) => {
    const heading = section.split('\n', 1)[0] ?? '';
    return [...section.matchAll(/^( *)```bash\n(.*?)^ *```$/gms)].map(([, indent = '', block = ''], index) => ({
      name: heading.startsWith('## ') ? `${heading.slice(3)}, ${index + 1}` : `opening, ${index + 1}`,
      command: block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }));
  });
}
