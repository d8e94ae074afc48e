import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunInput } from '../../src/contract/run.ts';
import { recordHistory } from '../support/record-history.ts';
import { openStage, type Stage } from '../support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ environment: { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' } });
});

afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

const good: RunInput = { skill: 'plain', prompt: 'Hello', model: 'anthropic:scripted' };

test.each<[string, Record<string, unknown>, string, RegExp]>([
  ['an unknown skill', { skill: 'plane' }, 'unknown_skill', /"plane".*plain/],
  ['a path as a skill', { skill: '../plain' }, 'unknown_skill', /"\.\.\/plain"/],
  ['an unknown provider', { model: 'acme:x1' }, 'unknown_provider', /acme/],
  ['a missing key', { model: 'openai:gpt-5' }, 'missing_key', /OPENAI_API_KEY/],
  ['an unknown model', { model: 'anthropic:no-such-model' }, 'unknown_model', /no-such-model/],
  ['missing programs', { skill: 'needy' }, 'missing_programs', /needy.*no-such-program/],
  ['a secret that the worker does not give', { secrets: ['PASSWORD'] }, 'missing_secret', /PASSWORD/],
  ['the network for a contained skill', { effects: 'external' }, 'invalid_input', /plain.*contained/],
  [
    'an input that is not in the store',
    { inputs: [{ kind: 'image', uri: 's3://elsewhere/x.png' }] },
    'foreign_object',
    /elsewhere/,
  ],
  [
    'an input of another kind than it is said to be',
    { inputs: [{ kind: 'image', name: 'cat.png', data: Buffer.from('meow').toString('base64') }] },
    'invalid_input',
    /cat\.png.*text\/plain/,
  ],
  [
    'an empty input',
    { inputs: [{ kind: 'document', name: 'void.txt', data: '' }] },
    'invalid_input',
    /void\.txt.*empty/,
  ],
  ['a snapshot that is not there', { workspace: { uri: 'MISSING' } }, 'invalid_input', /snapshot.*not in the store/],
  [
    'a snapshot of another store',
    { workspace: { uri: 's3://elsewhere/snapshots/1.json' } },
    'foreign_object',
    /elsewhere/,
  ],
])('%s fails the run at once, with an error that names it', async (_case, wrong, code, message) => {
  const text = JSON.stringify({ ...good, ...wrong }).replace(
    'MISSING',
    `${stage.environment['SKILLRUN_STORE']}/snapshots/${'0'.repeat(64)}.json`,
  );
  const handle = await stage.client.start(JSON.parse(text) as RunInput);
  await expect(handle.result()).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ['a blank prompt', { prompt: ' ' }, /^Prompt is required$/],
  ['no model', { model: '' }, /^Select a model for this skill$/],
])('%s is refused before anything is started', async (_case, wrong, message) => {
  const start = stage.client.start({ ...good, ...wrong });
  await expect(start).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringMatching(message) });
});

test('the same is checked in the workflow, for runs that are started by hand', async () => {
  const { temporal } = stage.client;
  const started = await temporal.workflow.start('runSkill', {
    workflowId: `by-hand-${stage.worker.hostId}`,
    taskQueue: stage.worker.taskQueue,
    args: [{ skill: 'plain', prompt: '', model: 'anthropic:scripted' }],
  });
  await expect(stage.client.handle(started.workflowId).result()).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('Prompt is required'),
  });
  await recordHistory(temporal, 'failed-in-preparation', started.workflowId);
});

test('a run that does not exist is named', async () => {
  await expect(stage.client.handle('no-such-run').status()).rejects.toMatchObject({
    code: 'unknown_run',
    message: expect.stringContaining('no-such-run'),
  });
});

test('a second run with the same id is refused', async () => {
  stage.scripts['Hello'] = [{ text: 'Hello.' }];
  const handle = await stage.client.start(good);
  await expect(stage.client.start(good, { runId: handle.runId })).rejects.toMatchObject({ code: 'already_exists' });
  await handle.result();
});
