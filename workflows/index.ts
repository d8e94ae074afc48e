export { runSkill } from './run-skill.ts';
