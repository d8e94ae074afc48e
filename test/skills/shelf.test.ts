import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findSkill, listSkills } from '../../src/skills/index.ts';
import { greeting, makeSkills } from './skill-folder.ts';

it('lists the folders that hold a SKILL.md, by name', async () => {
  await using skills = await makeSkills({ 'b/SKILL.md': 'anything', 'a/SKILL.md': greeting, 'c/README.md': '', d: '' });
  expect(await listSkills([skills.path, '/no/such/folder'])).toEqual([
    { name: 'a', folder: join(skills.path, 'a') },
    { name: 'b', folder: join(skills.path, 'b') },
  ]);
});

it('takes a skill from the first folder that has it', async () => {
  await using own = await makeSkills({ 'greeting/SKILL.md': greeting });
  await using shared = await makeSkills({ 'greeting/SKILL.md': greeting, 'other/SKILL.md': greeting });
  expect(await findSkill('greeting', [own.path, shared.path])).toBe(join(own.path, 'greeting'));
  expect(await findSkill('other', [own.path, shared.path])).toBe(join(shared.path, 'other'));
});

it('names the skills that are near one that is not there', async () => {
  await using skills = await makeSkills({ 'image/SKILL.md': greeting, 'media/SKILL.md': greeting });
  await expect(findSkill('imgae', [skills.path])).rejects.toMatchObject({
    code: 'unknown_skill',
    message: 'There is no skill "imgae"',
    hint: 'Did you mean image?',
  });
  await expect(findSkill('weather', [skills.path])).rejects.toMatchObject({
    hint: '`skillrun skills list` shows them',
  });
});

it('finds skills by their names only, not by paths', async () => {
  await using skills = await makeSkills({ 'a/SKILL.md': greeting });
  for (const name of ['../a', './a', 'a/', '.', '', join(skills.path, 'a')]) {
    await expect(findSkill(name, [skills.path])).rejects.toMatchObject({ code: 'unknown_skill' });
  }
});
