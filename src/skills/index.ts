export { packSkill, readBundle, writeSkill } from './bundle.ts';
export { findSkill, listSkills } from './shelf.ts';
export { loadSkill, skillOf, validateSkill, type Skill } from './skill.ts';
export type { SkillProblem } from './manifest.ts';
