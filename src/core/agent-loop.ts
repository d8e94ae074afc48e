import type { AssistantPart, Message, UserPart } from '../contract/message.ts';
import { NO_USAGE, type ToolSpec, type Turn, type Usage } from '../contract/model.ts';
import { DEFAULT_MAX_ITERATIONS, DEFAULT_MAX_TOKENS } from '../contract/run.ts';
import { SkillrunError } from '../contract/errors.ts';
import { runLoop, startLoop, type LoopEnd } from './loop.ts';
import { turnOf } from './turn.ts';

/** A tool that runs in this process. Its result is a JSON object for the model; an error that it throws ends the loop. */
export interface AgentTool extends ToolSpec {
  execute(args: Record<string, unknown>): Promise<Record<string, unknown>>;
}

export interface AgentModelRequest {
  system: string;
  messages: Message[];
  tools: ToolSpec[];
  maxTokens: number;
}

export interface AgentModelAnswer {
  content: AssistantPart[];
  /** Default `complete`. */
  outcome?: Turn['outcome'];
  usage?: Usage;
}

export interface AgentLoopOptions {
  systemPrompt: string;
  prompt: string;
  /** Inputs, after the prompt in the first user message. */
  contentParts?: UserPart[];
  tools?: AgentTool[];
  /** Tokens of one answer at the most. Default 4096. */
  maxTokens?: number;
  /** Model calls at the most. Default 10. */
  maxIterations?: number;
  callModel(request: AgentModelRequest): Promise<AgentModelAnswer>;
  /** Takes warnings, such as a limit that was reached. Default `console.warn`. */
  warn?(message: string): void;
}

export interface AgentLoopResult {
  /** The last non-empty assistant text, without reasoning. */
  text: string;
  messages: Message[];
  end: Exclude<LoopEnd, 'paused'>;
  usage: Usage;
}

/**
 * The same loop as a run's, in this process: nothing is durable, and the transcript is kept in memory.
 * Throws `invalid_input` for a blank prompt; what `callModel` or a tool throws comes through.
 */
export async function runAgentLoop(options: AgentLoopOptions): Promise<AgentLoopResult> {
  const { systemPrompt: system, prompt, contentParts = [], tools = [], callModel } = options;
  const { maxTokens = DEFAULT_MAX_TOKENS, maxIterations = DEFAULT_MAX_ITERATIONS, warn = console.warn } = options;
  if (prompt.trim() === '') throw new SkillrunError('invalid_input', 'Prompt is required');
  const specs = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  const messages: Message[] = [];
  const state = startLoop([{ role: 'user', content: [{ type: 'text', text: prompt }, ...contentParts] }]);
  const end = await runLoop(state, {
    tools: specs,
    maxIterations,
    async callModel(_iteration, pending) {
      messages.push(...pending);
      const answer = await callModel({ system, messages: [...messages], tools: specs, maxTokens });
      messages.push({ role: 'assistant', content: answer.content });
      return turnOf(answer.outcome ?? 'complete', answer.content, answer.usage ?? NO_USAGE);
    },
    async runTool({ name, args }) {
      const tool = tools.find((candidate) => candidate.name === name);
      return { type: 'inline', value: (await tool?.execute(args)) ?? {} };
    },
  });
  messages.push(...state.pending);
  if (end === 'max_iterations') warn(`The loop ended at its limit of ${maxIterations} iterations`);
  return { text: state.text, messages, end: end === 'paused' ? 'completed' : end, usage: state.usage };
}
