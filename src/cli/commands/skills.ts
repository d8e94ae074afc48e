import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { skillFolders } from '../../config/settings.ts';
import { findSkill, listSkills, loadSkill, validateSkill, type SkillProblem } from '../../skills/index.ts';
import { EXIT } from '../exit-code.ts';
import { isSkillFolder } from '../local-skill.ts';
import { oneLine, plainText } from '../plain-text.ts';
import { print, printJson, tell } from '../streams.ts';
import { fields, table } from '../table.ts';

/** Of a description, in the list. */
const SHOWN_CHARACTERS = 100;

export function addSkillsCommands(program: Command): void {
  const skills = program.command('skills').description('the skills of this machine');
  skills
    .command('list')
    .description('skills by name: those of SKILLRUN_SKILLS, then those that come with skillrun')
    .option('--json', 'print them as JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const all = await summaries();
      if (json) printJson(all);
      else print(table(['SKILL', 'OUTPUTS', 'EFFECTS', 'DESCRIPTION'], all.map(row)));
    });
  skills
    .command('show')
    .description("a skill's facts and instructions")
    .argument('<skill>', 'a name, or a folder with a SKILL.md')
    .option('--json', 'print it as JSON')
    .action(async (name: string, { json = false }: { json?: boolean }) => {
      const folder = await folderOf(name);
      const { manifest, instructions, digest, files } = await loadSkill(folder);
      const paths = files.map(({ path }) => path);
      if (json) return printJson({ ...manifest, digest, folder, files: paths, instructions });
      const facts: [string, string][] = [
        ['skill', manifest.name],
        ['description', manifest.description],
        ['digest', digest],
        ['folder', folder],
        ['files', paths.join(' ')],
        ['tools', manifest.allowedTools.join(' ')],
        ['effects', manifest.effects],
        ['programs', manifest.requires.join(' ') || 'none'],
        ['secrets', manifest.secrets.join(' ') || 'none'],
      ];
      print(`${fields(facts)}\n\n${plainText(instructions).trim()}`);
    });
  skills
    .command('validate')
    .description('check skills strictly against the Agent Skills specification')
    .argument('[skills...]', 'names or folders (default: all)')
    .option('--json', 'print the problems as JSON')
    .action(async (names: string[], { json = false }: { json?: boolean }) => {
      const chosen = names.length > 0 ? names : (await listSkills(skillFolders(process.env))).map(({ name }) => name);
      const found = await Promise.all(
        chosen.map(async (skill) => ({ skill, problems: await validateSkill(await folderOf(skill)) })),
      );
      if (json) printJson(found);
      else for (const { skill, problems } of found) tellProblems(skill, problems);
      if (found.some(({ problems }) => problems.some(isError))) process.exitCode = EXIT.failed;
    });
}

/** A folder that is there is meant, also without `./` before it. */
async function folderOf(skill: string): Promise<string> {
  if (isSkillFolder(skill) || existsSync(join(skill, 'SKILL.md'))) return skill;
  return await findSkill(skill, skillFolders(process.env));
}

interface SkillSummary {
  name: string;
  folder: string;
  outputs: string[];
  effects: string;
  description: string;
  problem?: string;
}

async function summaries(): Promise<SkillSummary[]> {
  const places = await listSkills(skillFolders(process.env));
  return await Promise.all(
    places.map(async ({ name, folder }): Promise<SkillSummary> => {
      try {
        const { outputs, effects, description } = (await loadSkill(folder)).manifest;
        return { name, folder, outputs, effects, description };
      } catch (error) {
        const problem = (error as Error).message;
        return { name, folder, outputs: [], effects: '', description: '', problem };
      }
    }),
  );
}

function row({ name, outputs, effects, description, problem }: SkillSummary): string[] {
  const about = problem === undefined ? oneLine(description, SHOWN_CHARACTERS) : `cannot be used: ${problem}`;
  return [name, outputs.join(' '), effects, about];
}

function isError({ level }: SkillProblem): boolean {
  return level === 'error';
}

function tellProblems(skill: string, problems: SkillProblem[]): void {
  for (const { level, field, message } of problems) tell(`${level}: ${skill}: ${field} ${plainText(message)}`);
  if (!problems.some(isError)) print(`${skill} is valid`);
}
