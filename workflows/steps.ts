import { workflowInfo } from '@temporalio/workflow';
import type { Message, ToolOutput } from '../src/contract/message.ts';
import type { Turn } from '../src/contract/model.ts';
import type { OutputKind } from '../src/contract/output.ts';
import type { LoopSteps, ToolStep } from '../src/core/loop.ts';
import { outputKindOf, toolSpecs } from '../src/core/tools.ts';
import { act, modelOptions } from './activity.ts';
import type { RunState } from './run-state.ts';
import { clip, showStep, tokens } from './visibility.ts';
import { onHost } from './workspace.ts';

/** Beside the command's own time: restoring a lost warm copy, taking the snapshot, and uploading it. */
const HOST_OVERHEAD_SECONDS = 1800;

/** The loop's steps as activities. Each applies its recorded result to the run. */
export function activitySteps(run: RunState): LoopSteps {
  return {
    tools: toolSpecs(run.prepared.tools),
    maxIterations: run.settings.maxIterations,
    callModel: (iteration, pending) => callModel(run, iteration, pending),
    runTool: (step) => runTool(run, step),
    shouldPause: () => workflowInfo().continueAsNewSuggested,
  };
}

async function callModel(run: RunState, iteration: number, append: Message[]): Promise<Turn> {
  const { prepared, settings, transcript } = run;
  const result = await act(
    'callModel',
    {
      model: settings.model,
      maxTokens: settings.maxTokens,
      skill: prepared.skill,
      tools: prepared.tools,
      iteration,
      append,
      ...(transcript === null ? {} : { transcript }),
    },
    modelOptions,
    `${settings.model} · iteration ${iteration} · so far ${tokens(run.loop.usage)}`,
  );
  run.transcript = result.transcript;
  showStep(run, `${settings.model}: ${tokens(result.turn.usage)}`);
  return result.turn;
}

async function runTool(run: RunState, step: ToolStep): Promise<ToolOutput> {
  const kind = outputKindOf(step.name);
  return kind === undefined
    ? await executeBash(run, step, step.args['command'] as string)
    : await setOutput(run, kind, step.args['path'] as string);
}

async function executeBash(run: RunState, { step }: ToolStep, command: string): Promise<ToolOutput> {
  const { prepared, settings } = run;
  const { commandTimeoutSeconds: timeoutSeconds, variables } = settings;
  const { skill, effects, secrets } = prepared;
  const summary = `$ ${command}`;
  const { output, snapshot } = await onHost(run, {
    name: 'executeBash',
    input: { skill, step, command, timeoutSeconds, effects, variables, secrets },
    seconds: timeoutSeconds + HOST_OVERHEAD_SECONDS,
    summary,
  });
  if (run.workspace.held) run.workspace = { ...run.workspace, snapshot };
  const value = output.type === 'inline' ? output.value : output.preview;
  showStep(run, `\`${clip(summary).replaceAll('`', "'")}\` — exit ${String(value['exitCode'])}`);
  return output;
}

/** The first accepted file of a kind counts: a later one is refused, so that the model knows. */
async function setOutput(run: RunState, kind: OutputKind, path: string): Promise<ToolOutput> {
  const earlier = run.outputs[kind];
  if (earlier !== undefined) {
    return refusal(path, `The ${kind} output is already set to ${earlier.path}; the first accepted file counts.`);
  }
  const result = await onHost(run, {
    name: 'setOutput',
    input: { kind, path },
    seconds: HOST_OVERHEAD_SECONDS,
    summary: `set_output_${kind} ${path}`,
  });
  if (!result.accepted) {
    showStep(run, `set_output_${kind} refused: ${result.error}`);
    return refusal(path, result.error);
  }
  run.outputs = { ...run.outputs, [kind]: result.output };
  showStep(run, `set_output_${kind}: ${result.output.path}`);
  return { type: 'inline', value: { success: true, path: result.output.path } };
}

function refusal(path: string, error: string): ToolOutput {
  return { type: 'inline', value: { success: false, path, error } };
}
