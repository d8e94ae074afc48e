import { beforeEach, describe, expect, test } from 'vitest';
import type { Attempt } from '../../activities/activity.ts';
import { callModel } from '../../activities/call-model.ts';
import { SkillShelf } from '../../activities/skill-shelf.ts';
import { Transcripts } from '../../activities/transcript.ts';
import type { CallModelInput, CallModelResult } from '../../src/contract/activities.ts';
import type { SkillRef } from '../../src/contract/skill.ts';
import type { TranscriptRef } from '../../src/contract/workspace.ts';
import { SkillrunError } from '../../src/contract/errors.ts';
import type { Store } from '../../src/store/port.ts';
import { FIXTURE_SKILLS } from '../fixtures/folder.ts';
import { scriptedProvider, type ScriptedProvider } from './scripted-provider.ts';
import { keysOf, temporaryStore } from './temporary-store.ts';

const signal = new AbortController().signal;
let store: Store;
let skills: SkillShelf;
let skill: SkillRef;

beforeEach(async () => {
  store = await temporaryStore();
  skills = new SkillShelf(store, [FIXTURE_SKILLS], '/nowhere');
  skill = (await skills.pin('plain', signal)).ref;
});

function attempt(number: number, prefix = 'runs/a/1'): Attempt {
  return { signal, number, id: `${prefix}-${number}`, prefix, runId: 'a' };
}

function input(iteration: number, text: string, transcript?: TranscriptRef): CallModelInput {
  return {
    model: 'scripted:1',
    maxTokens: 100,
    skill,
    tools: ['execute_bash'],
    iteration,
    append: [{ role: 'user', content: [{ type: 'text', text }] }],
    ...(transcript === undefined ? {} : { transcript }),
  };
}

/** Calls as a worker that has nothing in memory does. */
function cold(provider: ScriptedProvider, value: CallModelInput, as: Attempt): Promise<CallModelResult> {
  return callModel(value, as, { store, skills, models: { get: () => provider } }, new Transcripts(store));
}

describe('an answer is paid for once', () => {
  test('a retry gets what the lost attempt already got', async () => {
    const provider = scriptedProvider((call) => `answer ${call}`);
    const lost = await cold(provider, input(1, 'Hello'), attempt(1));
    const retried = await cold(provider, input(1, 'Hello'), attempt(2));
    expect(retried).toEqual(lost);
    expect(provider.requests).toHaveLength(1);
  });

  test('a retry whose earlier attempt got nothing asks', async () => {
    const provider = scriptedProvider((call) => {
      if (call === 1) throw new SkillrunError('answer_cut_off', 'The answer broke off');
      return 'whole';
    });
    await expect(cold(provider, input(1, 'Hello'), attempt(1))).rejects.toThrow('broke off');
    expect(await keysOf(store)).toEqual([`skills/plain/${skill.digest}`]);
    expect((await cold(provider, input(1, 'Hello'), attempt(2))).turn.text).toBe('whole');
  });

  test('of two attempts at once, the first that is written counts for both', async () => {
    const written = Promise.withResolvers<void>();
    const provider = scriptedProvider(async (call) => {
      if (call === 1) await written.promise;
      return `answer ${call}`;
    });
    const slow = cold(provider, input(1, 'Hello'), attempt(1));
    const fast = await cold(provider, input(1, 'Hello'), attempt(2));
    written.resolve();
    expect(fast.turn.text).toBe('answer 2');
    expect(await slow).toEqual(fast);
  });

  test('a reset is another execution and asks anew', async () => {
    const provider = scriptedProvider((call) => `answer ${call}`);
    await cold(provider, input(1, 'Hello'), attempt(1, 'runs/a/1'));
    const reset = await cold(provider, input(1, 'Hello'), attempt(2, 'runs/a/2'));
    expect(reset.turn.text).toBe('answer 2');
  });
});

test('a call adds one object, and the model sees everything before it', async () => {
  const provider = scriptedProvider((call) => `answer ${call}`);
  let transcript: TranscriptRef | undefined;
  for (let iteration = 1; iteration <= 40; iteration += 1) {
    // From 21 on it is the next execution of the same run, as after a continue-as-new.
    const prefix = iteration <= 20 ? 'runs/a/1' : 'runs/a/2';
    ({ transcript } = await cold(provider, input(iteration, `question ${iteration}`, transcript), attempt(1, prefix)));
  }
  expect(await keysOf(store)).toHaveLength(41);
  expect(transcript?.messages).toBe(80);
  const last = provider.requests.at(-1)?.messages ?? [];
  expect(last).toHaveLength(79);
  const texts = last.map((message) =>
    message.role === 'tool' ? undefined : (message.content[0] as { text: string }).text,
  );
  expect(texts).toEqual(
    Array.from({ length: 40 }, (_, index) => [`question ${index + 1}`, `answer ${index + 1}`])
      .flat()
      .slice(0, 79),
  );
  const { messages } = await new Transcripts(store).load(transcript, signal);
  expect(messages).toHaveLength(80);
});

test('a warm worker reads no earlier segment again', async () => {
  const provider = scriptedProvider((call) => `answer ${call}`);
  const transcripts = new Transcripts(store);
  const dependencies = { store, skills, models: { get: () => provider } };
  const { transcript } = await callModel(input(1, 'one'), attempt(1), dependencies, transcripts);
  await store.remove([store.key(transcript.uri)]);
  const second = await callModel(input(2, 'two', transcript), attempt(1), dependencies, transcripts);
  expect(second.transcript.messages).toBe(4);
});

test('a damaged segment is named', async () => {
  const provider = scriptedProvider(() => 'never');
  await store.put('runs/a/1/transcript/000001.json', Buffer.from('{"version":1}'));
  const transcript = { uri: store.uri('runs/a/1/transcript/000001.json'), messages: 2 };
  await expect(cold(provider, input(2, 'two', transcript), attempt(1))).rejects.toMatchObject({
    code: 'object_damaged',
    message: expect.stringContaining('runs/a/1/transcript/000001.json'),
  });
});
