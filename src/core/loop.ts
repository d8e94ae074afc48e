import type { Message, ToolCall, ToolOutput, ToolResult } from '../contract/message.ts';
import type { ToolSpec, Turn, Usage } from '../contract/model.ts';
import { NO_USAGE } from '../contract/model.ts';
import { checkCall } from './tools.ts';
import { addUsage } from './usage.ts';

/** Where a loop stands. It is changed in place, so that its owner can show it and carry it on at any moment. */
export interface LoopState {
  /** Model calls made. */
  iterations: number;
  /** What the model has not seen yet: the opening, or the results of its last calls. */
  pending: Message[];
  /** The last non-empty visible text. */
  text: string;
  usage: Usage;
}

/** A checked call of a known tool. `step` is unique within a run: `<iteration>-<index of the call in its turn>`. */
export interface ToolStep {
  step: string;
  name: string;
  args: Record<string, unknown>;
}

/** What the loop acts with: activities in the workflow, functions elsewhere. */
export interface LoopSteps {
  tools: ToolSpec[];
  maxIterations: number;
  /** Appends the pending messages and the model's answer to the transcript. */
  callModel(iteration: number, pending: Message[]): Promise<Turn>;
  runTool(step: ToolStep): Promise<ToolOutput>;
  /** Asked after each iteration: true ends the loop early, to be gone on with from its state. */
  shouldPause?(): boolean;
}

export type LoopEnd = 'completed' | 'refused' | 'max_iterations' | 'paused';

const CUT_OFF =
  'Your last answer was cut off at the token limit, so none of its tool calls was run. Go on in smaller steps: write long files in several commands.';

export function startLoop(opening: Message[]): LoopState {
  return { iterations: 0, pending: opening, text: '', usage: NO_USAGE };
}

/** The agent loop: ask the model, run the tools that it asks for, until it asks for none. */
export async function runLoop(state: LoopState, steps: LoopSteps): Promise<LoopEnd> {
  while (state.iterations < steps.maxIterations) {
    const turn = await steps.callModel(state.iterations + 1, state.pending);
    applyTurn(state, turn);
    if (turn.outcome === 'refused') return 'refused';
    if (turn.outcome === 'truncated') {
      state.pending = [{ role: 'user', content: [{ type: 'text', text: CUT_OFF }] }];
      continue;
    }
    if (turn.calls.length === 0) return 'completed';
    const results: ToolResult[] = [];
    for (const [index, call] of turn.calls.entries()) {
      const output = await runCall(call, `${state.iterations}-${index}`, steps);
      results.push({ callId: call.id, name: call.name, output });
    }
    state.pending = [{ role: 'tool', results }];
    if (steps.shouldPause?.()) return 'paused';
  }
  return 'max_iterations';
}

function applyTurn(state: LoopState, turn: Turn): void {
  state.iterations += 1;
  state.pending = [];
  state.usage = addUsage(state.usage, turn.usage);
  if (turn.text.trim() !== '') state.text = turn.text;
}

/** Whatever the model gets wrong becomes its answer; only the world's faults throw. */
async function runCall(call: ToolCall, step: string, steps: LoopSteps): Promise<ToolOutput> {
  const checked = checkCall(call, steps.tools);
  if (!checked.ok) return { type: 'inline', value: { error: checked.error } };
  return await steps.runTool({ step, name: call.name, args: checked.args });
}
