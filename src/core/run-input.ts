import { ASSET_KINDS } from '../contract/asset.ts';
import { SkillrunError } from '../contract/errors.ts';
import type { ModelName } from '../contract/model.ts';
import type { RunInput } from '../contract/run.ts';
import { misfit } from './schema.ts';

const text = { type: 'string', minLength: 1 };
const seconds = { type: 'number', exclusiveMinimum: 0, maximum: 31_536_000 };
const count = { type: 'integer', minimum: 1 };

/** RunInput as a JSON Schema (draft 2020-12). */
const RUN_INPUT_SCHEMA = {
  type: 'object',
  properties: {
    skill: text,
    prompt: text,
    model: text,
    inputs: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          kind: { enum: [...ASSET_KINDS] },
          name: text,
          mediaType: text,
          uri: text,
          data: { type: 'string' },
        },
        required: ['kind'],
        oneOf: [{ required: ['uri'] }, { required: ['data'] }],
        additionalProperties: false,
      },
    },
    maxIterations: { ...count, maximum: 10_000 },
    maxTokens: count,
    timeoutSeconds: seconds,
    commandTimeoutSeconds: { ...seconds, maximum: 86_400 },
    variables: {
      type: 'object',
      propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
      additionalProperties: { type: 'string' },
    },
    secrets: { type: 'array', items: text },
    effects: { enum: ['contained', 'external'] },
    workspace: { type: 'object', properties: { uri: text }, required: ['uri'], additionalProperties: false },
  },
  required: ['skill', 'prompt', 'model'],
  additionalProperties: false,
};

function invalid(message: string, hint: string): SkillrunError {
  return new SkillrunError('invalid_input', message, { hint });
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Checks a run's input as it came in. Throws `invalid_input` that names the field. */
export function checkRunInput(value: unknown): RunInput {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(
      'The input of a run is not a JSON object',
      'Give {"skill":"…","prompt":"…","model":"provider:model-id"}',
    );
  }
  const { skill, prompt, model } = value as Record<string, unknown>;
  if (isBlank(skill)) throw invalid('Skill is required', 'Name one: `skillrun skills list` shows them');
  if (isBlank(prompt)) throw invalid('Prompt is required', 'Say what the skill should do');
  if (isBlank(model)) throw invalid('Select a model for this skill', 'Give it as provider:model-id');
  const objection = misfit(RUN_INPUT_SCHEMA, value);
  if (objection !== undefined)
    throw invalid(`The input of the run does not fit: ${objection}`, 'See docs/run-input.md');
  const input = value as RunInput;
  parseModelName(input.model);
  return input;
}

/** Splits `provider:model-id` at the first colon; throws `invalid_input` when a part is missing. */
export function parseModelName(name: string): ModelName {
  const colon = name.indexOf(':');
  const provider = name.slice(0, Math.max(colon, 0)).trim();
  const model = name.slice(colon + 1).trim();
  if (provider === '' || model === '') {
    throw invalid(
      `The model "${name}" has no provider`,
      'Give it as provider:model-id, e.g. openai:gpt-5 or anthropic:claude-sonnet-5',
    );
  }
  return { provider, model };
}
