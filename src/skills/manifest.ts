import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { OUTPUT_KINDS } from '../contract/output.ts';
import type { SkillManifest } from '../contract/skill.ts';

/** Something that is wrong with a SKILL.md. Errors keep the skill from running, warnings do not. */
export interface SkillProblem {
  level: 'error' | 'warning';
  /** The field of the front matter, or `SKILL.md` for the file as a whole. */
  field: string;
  message: string;
}

/** A SKILL.md taken apart: a manifest only when there are no errors. */
export type ParsedSkill =
  | { manifest: SkillManifest; instructions: string; problems: SkillProblem[] }
  | { manifest: undefined; problems: SkillProblem[] };

/** Limits of the Agent Skills specification (agentskills.io/specification). */
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const BODY_LINES = 500;
const SECRET_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const PROGRAM_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/;

const EXECUTE_BASH = 'execute_bash';

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const missingOr = (message: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? 'is missing' : message),
});

const frontMatter = z.strictObject({
  name: z
    .string(missingOr('has to be text'))
    .min(1, 'is empty')
    .max(64, 'is longer than 64 characters')
    .regex(NAME, 'may only hold a-z, 0-9 and single hyphens between them'),
  description: z
    .string(missingOr('has to be text'))
    .trim()
    .min(1, 'is empty')
    .max(1024, 'is longer than 1024 characters'),
  license: z.string('has to be text').optional(),
  compatibility: z.string('has to be text').min(1, 'is empty').max(500, 'is longer than 500 characters').optional(),
  'allowed-tools': z.string('has to be text: tool names with spaces between them').optional(),
  metadata: z.record(z.string(), z.string('has to be text; put it in quotes'), 'has to map names to text').default({}),
});

const ours = z.object({
  outputs: z
    .string()
    .default('')
    .transform(words)
    .pipe(z.array(z.enum(OUTPUT_KINDS, `may only hold ${OUTPUT_KINDS.join(', ')}`))),
  effects: z.enum(['contained', 'external'], 'has to be contained or external').default('contained'),
  requires: z
    .string()
    .default('')
    .transform(words)
    .pipe(z.array(z.string().regex(PROGRAM_NAME, 'may only hold names of programs'))),
  secrets: z
    .string()
    .default('')
    .transform(words)
    .pipe(z.array(z.string().regex(SECRET_NAME, 'holds a name that is none of an environment variable'))),
});

/** Takes a SKILL.md apart and checks it strictly. `folder` is the name that the skill has to have. */
export function parseSkill(text: string, folder: string): ParsedSkill {
  const parts = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text);
  if (parts === null) {
    return failed('SKILL.md', 'has no front matter: it starts with a line ---, YAML, and a line ---');
  }
  const [, yaml = '', instructions = ''] = parts;
  let values: unknown;
  try {
    values = parseYaml(yaml, { maxAliasCount: 0 });
  } catch (error) {
    return failed('SKILL.md', `has front matter that is not YAML: ${(error as Error).message.split('\n', 1)[0]}`);
  }
  const fields = frontMatter.safeParse(values ?? {});
  const metadata = ours.safeParse(fields.data?.metadata ?? {});
  const problems = [...problemsOf(fields.error, ''), ...problemsOf(metadata.error, 'metadata.')];
  if (!fields.success || !metadata.success) return { manifest: undefined, problems };
  const { name, description, license, compatibility } = fields.data;
  const { outputs, effects, requires, secrets } = metadata.data;
  if (name !== folder)
    problems.push({ level: 'error', field: 'name', message: `is "${name}", but the folder is "${folder}"` });
  if (instructions.trim() === '') problems.push({ level: 'error', field: 'SKILL.md', message: 'has no instructions' });
  const lines = instructions.trim().split('\n').length;
  if (lines > BODY_LINES) {
    problems.push({
      level: 'warning',
      field: 'SKILL.md',
      message: `has ${lines} lines of instructions; ${BODY_LINES} is the usual limit`,
    });
  }
  const tools = fields.data['allowed-tools'];
  const allowedTools =
    tools === undefined ? [EXECUTE_BASH, ...outputs.map((kind) => `set_output_${kind}`)] : words(tools);
  problems.push(...toolProblems(allowedTools, outputs));
  if (problems.some(({ level }) => level === 'error')) return { manifest: undefined, problems };
  return {
    manifest: {
      name,
      description,
      ...(license === undefined ? {} : { license }),
      ...(compatibility === undefined ? {} : { compatibility }),
      allowedTools,
      outputs,
      effects,
      requires,
      secrets,
    },
    instructions,
    problems,
  };
}

function failed(field: string, message: string): ParsedSkill {
  return { manifest: undefined, problems: [{ level: 'error', field, message }] };
}

function problemsOf(error: z.ZodError | undefined, prefix: string): SkillProblem[] {
  return (error?.issues ?? []).flatMap((issue): SkillProblem[] => {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
    if (unknown !== undefined) {
      return unknown.map((key) => ({
        level: 'error',
        field: key,
        message: 'is no field of the specification; put it under metadata',
      }));
    }
    const field = `${prefix}${issue.path.filter((part) => typeof part === 'string').join('.')}`;
    return [{ level: 'error', field: field || 'SKILL.md', message: issue.message }];
  });
}

/** The tools that a skill asks for against those that there are for its outputs. */
function toolProblems(tools: string[], outputs: string[]): SkillProblem[] {
  const setters = outputs.map((kind) => `set_output_${kind}`);
  const problem = (level: SkillProblem['level'], message: string): SkillProblem => ({
    level,
    field: 'allowed-tools',
    message,
  });
  return [
    ...setters
      .filter((tool) => !tools.includes(tool))
      .map((tool) => problem('error', `lacks ${tool}, whose kind metadata.outputs names`)),
    ...tools
      .filter((tool) => tool !== EXECUTE_BASH && !setters.includes(tool))
      .map((tool) =>
        tool.startsWith('set_output_')
          ? problem('error', `has ${tool}, but metadata.outputs does not name that kind`)
          : problem('warning', `has ${tool}, which skillrun does not have`),
      ),
  ];
}
