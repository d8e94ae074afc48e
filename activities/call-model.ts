import type { CallModelInput, CallModelResult } from '../src/contract/activities.ts';
import { parseModelName } from '../src/core/run-input.ts';
import { systemPrompt } from '../src/core/prompt.ts';
import { toolSpecs } from '../src/core/tools.ts';
import { turnOf } from '../src/core/turn.ts';
import type { Attempt } from './activity.ts';
import type { Dependencies } from './dependencies.ts';
import { resolveMessages } from './tool-output.ts';
import type { Segment, Transcript, Transcripts } from './transcript.ts';

/**
 * Asks the model once and appends one segment to the transcript. A retry first looks for what a lost attempt already
 * got: an answer is paid for once.
 */
export async function callModel(
  input: CallModelInput,
  attempt: Attempt,
  dependencies: Pick<Dependencies, 'store' | 'models' | 'skills'>,
  transcripts: Transcripts,
): Promise<CallModelResult> {
  const { prefix, signal } = attempt;
  const lost = attempt.number > 1 ? await transcripts.find(prefix, input.iteration, signal) : undefined;
  const segment = lost ?? (await ask(input, attempt, dependencies, transcripts));
  return {
    transcript: transcripts.ref(prefix, segment),
    turn: turnOf(segment.outcome, segment.answer.content, segment.usage),
  };
}

async function ask(
  input: CallModelInput,
  { prefix, runId, signal }: Attempt,
  { store, models, skills }: Pick<Dependencies, 'store' | 'models' | 'skills'>,
  transcripts: Transcripts,
): Promise<Segment> {
  const { provider, model } = parseModelName(input.model);
  const before: Transcript = await transcripts.load(input.transcript, signal);
  const append = await resolveMessages(input.append, store, signal);
  const { manifest, instructions } = await skills.load(input.skill, signal);
  const answer = await models.get(provider).call(
    {
      model,
      system: systemPrompt({ manifest, instructions, tools: input.tools }),
      messages: [...before.messages, ...append],
      tools: toolSpecs(input.tools),
      maxTokens: input.maxTokens,
      cacheKey: runId,
      readAsset: (asset) => store.get(store.key(asset.uri), { signal }),
    },
    signal,
  );
  const segment: Segment = {
    version: 1,
    iteration: input.iteration,
    before: before.ranges,
    messagesBefore: before.messages.length,
    append,
    outcome: answer.outcome,
    answer: answer.message,
    usage: answer.usage,
  };
  return await transcripts.append(prefix, segment, before, signal);
}
