import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { SkillrunError } from '../contract/errors.ts';

/** A skill's name and where its folder is. */
export interface SkillPlace {
  name: string;
  folder: string;
}

/** The skills in these folders, by name. Where two folders have one name, the first folder wins. */
export async function listSkills(folders: string[]): Promise<SkillPlace[]> {
  const places = new Map<string, SkillPlace>();
  for (const parent of folders) {
    const names = await readdir(parent).catch(() => [] as string[]);
    for (const name of names) {
      const folder = join(parent, name);
      if (!places.has(name) && existsSync(join(folder, 'SKILL.md'))) places.set(name, { name, folder });
    }
  }
  return [...places.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The folder of a skill. Throws `unknown_skill` that names those that are nearest. */
export async function findSkill(name: string, folders: string[]): Promise<string> {
  const places = await listSkills(folders);
  const found = places.find((place) => place.name === name);
  if (found !== undefined) return found.folder;
  const near = nearest(
    name,
    places.map((place) => place.name),
  );
  throw new SkillrunError('unknown_skill', `There is no skill "${name}"`, {
    hint: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : '`skillrun skills list` shows them',
  });
}

function nearest(name: string, names: string[]): string[] {
  const close = names.filter((other) => other.includes(name) || name.includes(other) || distance(name, other) <= 2);
  return close.slice(0, 3);
}
