import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { describeError, isSkillrunError, SkillrunError } from '../contract/errors.ts';
import type { SkillManifest } from '../contract/skill.ts';
import { digestOf } from './bundle.ts';
import { readSkillFiles, type SkillFile } from './files.ts';
import { parseSkill, type SkillProblem } from './manifest.ts';

export interface Skill {
  manifest: SkillManifest;
  /** The body of SKILL.md. */
  instructions: string;
  digest: string;
  files: SkillFile[];
}

/** Loads a skill's folder. Throws `unknown_skill` when there is no SKILL.md, `invalid_skill` that names file and field. */
export async function loadSkill(folder: string): Promise<Skill> {
  const path = resolve(folder);
  await readSkillText(path);
  return skillOf(await readSkillFiles(path), basename(path), join(path, 'SKILL.md'));
}

/** Makes a skill of its files; `place` is for messages. */
export function skillOf(files: SkillFile[], name: string, place: string): Skill {
  const text = files.find(({ path }) => path === 'SKILL.md')?.content;
  const parsed = parseSkill(text === undefined ? '' : new TextDecoder().decode(text), name);
  if (parsed.manifest === undefined) {
    const [first, ...others] = parsed.problems.filter(({ level }) => level === 'error');
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    throw new SkillrunError('invalid_skill', `${first?.field} ${first?.message}${more} [file=${place}]`, {
      hint: '`skillrun skills validate` shows all problems',
    });
  }
  const { manifest, instructions } = parsed;
  return { manifest, instructions, digest: digestOf(files), files };
}

/** All problems of a skill's folder, errors and warnings. Throws `unknown_skill` when there is no SKILL.md. */
export async function validateSkill(folder: string): Promise<SkillProblem[]> {
  const path = resolve(folder);
  const { problems } = parseSkill(await readSkillText(path), basename(path));
  try {
    await readSkillFiles(path);
    return problems;
  } catch (error) {
    if (!isSkillrunError(error)) throw error;
    return [...problems, { level: 'error', field: 'files', message: describeError(error) }];
  }
}

async function readSkillText(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, 'SKILL.md'), 'utf8');
  } catch (cause) {
    throw new SkillrunError('unknown_skill', `There is no SKILL.md that can be read [folder=${folder}]`, {
      hint: 'A skill is a folder with a SKILL.md: docs/adding-a-skill.md shows one',
      cause,
    });
  }
}
