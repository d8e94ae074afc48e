import { bundleKey } from '../contract/store-keys.ts';
import { loadSkill, packSkill, type Skill } from '../skills/index.ts';
import type { Store } from '../store/port.ts';

/** Whether a skill is given as a folder of this machine, rather than by name or as the uri of a bundle. */
export function isSkillFolder(skill: string): boolean {
  return skill === '.' || skill === '..' || (skill.includes('/') && !/^[a-z][a-z0-9+.-]*:\/\//i.test(skill));
}

/** The skill of a folder of this machine, checked. Throws `unknown_skill`, `invalid_skill`. */
export async function readLocalSkill(skill: string): Promise<Skill | undefined> {
  return isSkillFolder(skill) ? await loadSkill(skill) : undefined;
}

/** Puts a skill into the store, where workers find it as `name@digest`. */
export async function publishSkill({ manifest, digest, files }: Skill, store: Store): Promise<string> {
  const bundle = await packSkill(manifest.name, files);
  await store.put(bundleKey(manifest.name, digest), bundle, { mediaType: 'application/gzip' });
  return `${manifest.name}@${digest}`;
}
