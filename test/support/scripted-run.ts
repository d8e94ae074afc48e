import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { Transcripts } from '../../activities/transcript.ts';
import type { AssetKind } from '../../src/contract/asset.ts';
import type { Message } from '../../src/contract/message.ts';
import type { OutputKind } from '../../src/contract/output.ts';
import type { RunInput, RunResult } from '../../src/contract/run.ts';
import type { Store } from '../../src/store/port.ts';
import { openStage, type Stage } from './stage.ts';
import type { ScriptedTurn } from './scripted-model.ts';

type Call = NonNullable<ScriptedTurn['calls']>[number];

export interface ScriptedRunOptions extends Omit<RunInput, 'prompt' | 'model' | 'inputs' | 'secrets'> {
  prompt: string;
  /** Default: Anthropic's adapter. */
  model?: string;
  inputs?: { kind: AssetKind; name: string; bytes: Uint8Array }[];
  /** In the worker's environment and allow-list, and named in the run. */
  secrets?: Record<string, string>;
  /** What the model does, turn by turn: calls side by side, or a text. */
  turns: (Call[] | ScriptedTurn)[];
}

export interface ScriptedRun {
  result: RunResult;
  /** The transcript. */
  messages: Message[];
  /** What the model was told by its tools, in order. */
  toolResults: Record<string, unknown>[];
  /** A downloaded copy of an output. */
  output(kind: OutputKind): Promise<string>;
}

export const bash = (command: string): Call => ({ name: 'execute_bash', arguments: { command } });
export const setOutput = (kind: OutputKind, path: string): Call => ({
  name: `set_output_${kind}`,
  arguments: { path },
});
export const say = (text: string): ScriptedTurn => ({ text });

/** One stage for a test file, and one more for each set of secrets. */
const stages = new Map<string, Promise<Stage>>();

async function stageFor(secrets: Record<string, string>): Promise<Stage> {
  const key = JSON.stringify(secrets);
  const stage = stages.get(key) ?? openStage({ secrets });
  stages.set(key, stage);
  return await stage;
}

afterAll(async () => {
  for (const stage of stages.values()) await (await stage)[Symbol.asyncDispose]();
});

/** Runs a skill with everything real but the model, which follows `turns`. */
export async function runScripted(options: ScriptedRunOptions): Promise<ScriptedRun> {
  const { turns, prompt, model = 'anthropic:scripted', inputs = [], secrets = {}, ...rest } = options;
  const stage = await stageFor(secrets);
  const marker = `[script ${randomUUID()}]`;
  stage.scripts[marker] = turns.map((turn) => (Array.isArray(turn) ? { calls: turn } : turn));
  const handle = await stage.client.start({
    ...rest,
    prompt: `${prompt}\n\n${marker}`,
    model,
    inputs: inputs.map(({ kind, name, bytes }) => ({ kind, name, data: Buffer.from(bytes).toString('base64') })),
    secrets: Object.keys(secrets),
  });
  const result = await handle.result();
  const messages = await readTranscript(stage.client.store, result);
  return {
    result,
    messages,
    toolResults: toolResultsOf(messages),
    output: (kind) => download(stage, result, kind),
  };
}

/** The transcript of a run that has ended. */
export async function readTranscript(store: Store, { transcript }: RunResult): Promise<Message[]> {
  const { messages } = await new Transcripts(store).load(transcript ?? undefined, AbortSignal.timeout(30_000));
  return messages;
}

export function toolResultsOf(messages: Message[]): Record<string, unknown>[] {
  return messages.flatMap((message) =>
    message.role === 'tool'
      ? message.results.map(({ output }) => (output.type === 'inline' ? output.value : output.preview))
      : [],
  );
}

async function download({ client: { store } }: Stage, { outputs }: RunResult, kind: OutputKind): Promise<string> {
  const output = outputs[kind];
  if (output === undefined) throw new Error(`the run has no ${kind} output`);
  const folder = await mkdtemp(join(tmpdir(), 'skillrun-output-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, basename(output.path));
  await writeFile(path, await store.get(store.key(output.uri)));
  return path;
}
