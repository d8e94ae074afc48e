import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listSkills, loadSkill, validateSkill } from '../../src/skills/index.ts';

const skills = await listSkills([join(import.meta.dirname, '../../skills')]);

it.each(skills)('$name conforms to the specification, without warnings', async ({ folder }) => {
  expect(await validateSkill(folder)).toEqual([]);
});

it.each(skills)('$name says when to use it', async ({ folder }) => {
  expect((await loadSkill(folder)).manifest.description).toMatch(/\bUse (it )?when\b/);
});
