import type { SkillManifest } from '../contract/skill.ts';

/** What the system prompt is made of. */
export interface PromptParts {
  manifest: Pick<SkillManifest, 'name' | 'description'>;
  /** The body of SKILL.md. */
  instructions: string;
  /** Names of the tools that the model has. */
  tools: string[];
}

/** The system prompt of a run: who the model is, the ground rules of the workspace, the skill's own instructions. */
export function systemPrompt({ manifest, instructions, tools }: PromptParts): string {
  return [
    `You carry out one task with the skill "${manifest.name}": ${manifest.description}`,
    '',
    'Ground rules:',
    '- Your working directory is the workspace. Files stay there between commands; nothing else does.',
    "- The user's files, if any, are in inputs/. The skill's own files are read-only in $SKILL_DIR.",
    '- Nobody can answer questions: decide, act, check your result, and end with a short report of what you did.',
    `- Your tools: ${tools.join(', ') || 'none'}. A result counts as delivered only after its set_output tool accepted it.`,
    '',
    '# Skill',
    '',
    instructions.trim(),
    '',
  ].join('\n');
}
