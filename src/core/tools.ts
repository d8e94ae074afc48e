import type { ToolCall } from '../contract/message.ts';
import type { ToolSpec } from '../contract/model.ts';
import { OUTPUT_KINDS, type OutputKind } from '../contract/output.ts';
import { misfit } from './schema.ts';

export const EXECUTE_BASH = 'execute_bash';
const SET_OUTPUT = 'set_output_';

const executeBash: ToolSpec = {
  name: EXECUTE_BASH,
  description:
    'Runs a bash command in the workspace. Returns stdout, stderr and the exit code. Standard input is closed, background jobs end with the command, and files that it leaves in the workspace stay for the next command.',
  parameters: {
    type: 'object',
    properties: { command: { type: 'string', minLength: 1, description: 'Bash source text.' } },
    required: ['command'],
    additionalProperties: false,
  },
};

function setOutput(kind: OutputKind): ToolSpec {
  return {
    name: `${SET_OUTPUT}${kind}`,
    description: `Makes a finished file of the workspace the ${kind} result of this task. The first accepted file counts, so check it before.`,
    parameters: {
      type: 'object',
      properties: { path: { type: 'string', minLength: 1, description: 'Path of the file in the workspace.' } },
      required: ['path'],
      additionalProperties: false,
    },
  };
}

/** The kind that a `set_output_<kind>` tool sets, or undefined for another tool. */
export function outputKindOf(tool: string): OutputKind | undefined {
  return OUTPUT_KINDS.find((kind) => tool === `${SET_OUTPUT}${kind}`);
}

/** The specs of these tools, as the model is told of them. Names that are no tool of ours are left out. */
export function toolSpecs(names: string[]): ToolSpec[] {
  return names.flatMap((name) => {
    const kind = outputKindOf(name);
    if (kind !== undefined) return [setOutput(kind)];
    return name === EXECUTE_BASH ? [executeBash] : [];
  });
}

export type CheckedCall = { ok: true; args: Record<string, unknown> } | { ok: false; error: string };

/** Parses a call's arguments strictly and checks them against the tool's schema; every objection is for the model. */
export function checkCall(call: ToolCall, specs: ToolSpec[]): CheckedCall {
  const spec = specs.find(({ name }) => name === call.name);
  if (spec === undefined) return { ok: false, error: `Unknown tool: ${call.name}` };
  let args: unknown;
  try {
    args = JSON.parse(call.arguments);
  } catch (error) {
    return { ok: false, error: `The arguments of ${call.name} are not valid JSON: ${(error as Error).message}` };
  }
  const objection = misfit(spec.parameters, args);
  if (objection !== undefined) return { ok: false, error: `The arguments of ${call.name} do not fit: ${objection}` };
  return { ok: true, args: args as Record<string, unknown> };
}
