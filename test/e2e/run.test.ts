import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ToolMessage } from '../../src/contract/message.ts';
import { recordHistory } from '../support/record-history.ts';
import { heldCommand, isThere, untilHeld } from '../support/held-command.ts';
import { bash, runScripted, say, setOutput } from '../support/scripted-run.ts';
import { openStage, type Stage } from '../support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

describe.each(['anthropic:scripted', 'openai:scripted', 'openai-chat:scripted'])('a run with %s', (model) => {
  test('makes files with commands, and a file becomes an output', async () => {
    const run = await runScripted({
      skill: 'plain',
      prompt: 'Write a report',
      model,
      turns: [
        { text: 'I write it.', calls: [bash('echo "# Report" > report.md'), bash('cat report.md; ls missing')] },
        [setOutput('document', 'report.md')],
        say('The report is written.'),
      ],
    });
    expect(run.result).toMatchObject({
      status: 'completed',
      text: 'The report is written.',
      iterations: 3,
      usage: { inputTokens: 300, outputTokens: 60 },
      outputs: { document: { kind: 'document', mediaType: 'text/markdown', bytes: 9, path: 'report.md' } },
    });
    expect(run.toolResults).toEqual([
      { success: true, stdout: '', stderr: '', exitCode: 0 },
      { success: false, stdout: '# Report\n', stderr: expect.stringContaining('missing'), exitCode: 2 },
      { success: true, path: 'report.md' },
    ]);
    expect(await readFile(await run.output('document'), 'utf8')).toBe('# Report\n');
    await recordHistory(stage.client.temporal, 'completed', run.result.runId);
  });
});

test('inputs stand in the workspace, and the model is told of them', async () => {
  const bytes = Buffer.from('name,age\nAda,36\n');
  const run = await runScripted({
    skill: 'plain',
    prompt: 'How old is Ada?',
    inputs: [{ kind: 'document', name: 'people.csv', bytes }],
    turns: [[bash('cat inputs/people.csv')], say('36.')],
  });
  expect(run.toolResults).toMatchObject([{ stdout: bytes.toString() }]);
});

test('a large input goes through the store', async () => {
  const bytes = Buffer.alloc(200_000, 'x\n');
  const run = await runScripted({
    skill: 'plain',
    prompt: 'How long is it?',
    inputs: [{ kind: 'document', name: 'long.txt', bytes }],
    turns: [[bash('wc -c < inputs/long.txt')], say('200000.')],
  });
  expect(run.toolResults).toMatchObject([{ stdout: '200000\n' }]);
});

test('a long tool result is whole for the model, and a preview in the history', async () => {
  const run = await runScripted({
    skill: 'plain',
    prompt: 'Count',
    turns: [[bash('seq 1 3000')], say('Counted.')],
  });
  const [result] = run.toolResults;
  expect(result?.['stdout']).toMatch(/^1\n2\n3\n[\s\S]*2999\n3000\n$/);
  const { events } = await stage.client.temporal.workflow.getHandle(run.result.runId).fetchHistory();
  const payloads = events?.flatMap((event) => event.activityTaskCompletedEventAttributes?.result?.payloads ?? []);
  const results = (payloads ?? []).map((payload) => Buffer.from(payload.data ?? []).toString());
  expect(results.filter((text) => text.includes('"type":"stored"'))).toHaveLength(1);
  for (const text of results) expect(text.length).toBeLessThan(4096);
});

test('what does not fit as an output is told to the model, and the first accepted file counts', async () => {
  const run = await runScripted({
    skill: 'plain',
    prompt: 'Deliver',
    turns: [
      [bash('echo one > one.txt; echo two > two.txt; ln -s /etc/passwd leak.txt; mkfifo pipe')],
      [
        setOutput('document', 'missing.txt'),
        setOutput('document', '../one.txt'),
        setOutput('document', 'leak.txt'),
        setOutput('document', 'pipe'),
        setOutput('image', 'one.txt'),
        setOutput('document', 'one.txt'),
        setOutput('document', 'two.txt'),
      ],
      say('Delivered.'),
    ],
  });
  const outcomes = run.toolResults.slice(1).map(({ success }) => success);
  expect(outcomes).toEqual([false, false, false, false, false, true, false]);
  for (const { success, error } of run.toolResults.slice(1)) if (success === false) expect(error).toMatch(/\w+/);
  expect(run.result.outputs.document?.path).toBe('one.txt');
  expect(run.result.outputs.image).toBeUndefined();
});

test('the limit of iterations is a result with what there is', async () => {
  const run = await runScripted({
    skill: 'plain',
    prompt: 'Go on and on',
    maxIterations: 2,
    turns: [
      { text: 'First.', calls: [bash('echo 1 > one.txt'), setOutput('document', 'one.txt')] },
      [bash('true')],
      say('Never said.'),
    ],
  });
  expect(run.result).toMatchObject({ status: 'max_iterations', iterations: 2, text: 'First.' });
  await recordHistory(stage.client.temporal, 'max-iterations', run.result.runId);
  expect(run.result.outputs.document?.path).toBe('one.txt');
});

test('a command that changes no file leaves the snapshot as it is', async () => {
  const quiet = await runScripted({
    skill: 'plain',
    prompt: 'Look',
    turns: [[bash('echo hi > a')], [bash('cat a')], say('.')],
  });
  const once = await runScripted({
    skill: 'plain',
    prompt: 'Look',
    workspace: quiet.result.workspace as { uri: string },
    turns: [[bash('cat a')], say('.')],
  });
  expect(once.toolResults).toMatchObject([{ stdout: 'hi\n' }]);
  expect(once.result.workspace).toEqual(quiet.result.workspace);
});

test('the transcript holds every call with exactly one result', async () => {
  const { messages } = await runScripted({
    skill: 'plain',
    prompt: 'Work',
    turns: [[bash('echo a'), { name: 'fly', arguments: {} }, bash('echo b')], say('Done.')],
  });
  const tool = messages.find(({ role }) => role === 'tool') as ToolMessage | undefined;
  expect(tool?.results.map(({ name, output }) => [name, output.type === 'inline' && output.value['error']])).toEqual([
    ['execute_bash', undefined],
    ['fly', 'Unknown tool: fly'],
    ['execute_bash', undefined],
  ]);
});

/** Starts a run whose second command is held, and waits until it is. */
async function startHeld(marker: string, options: { timeoutSeconds?: number } = {}) {
  stage.scripts[marker] = [
    {
      text: 'Working.',
      calls: [bash('echo 1 > one.txt'), { name: 'set_output_document', arguments: { path: 'one.txt' } }],
    },
    { calls: [bash(heldCommand('true', 'true'))] },
    { text: 'Never said.' },
  ];
  const handle = await stage.client.start({ skill: 'plain', prompt: marker, model: 'anthropic:scripted', ...options });
  return { handle, folder: await untilHeld(stage.environment['SKILLRUN_DATA'] as string) };
}

test('cancelling stops the command, closes the workspace, and ends the run as cancelled', async () => {
  const { handle, folder } = await startHeld('[cancelled]');
  expect(await handle.status()).toMatchObject({ status: 'running', iterations: 2, text: 'Working.' });
  await handle.cancel();
  await expect(handle.result()).rejects.toMatchObject({ code: 'run_cancelled' });
  expect(await isThere(folder)).toBe(false);
  await recordHistory(stage.client.temporal, 'cancelled', handle.runId);
});

test('the end of its time is a result with the last text and the outputs so far', async () => {
  const { handle, folder } = await startHeld('[timed out]', { timeoutSeconds: 4 });
  const result = await handle.result();
  expect(result).toMatchObject({ status: 'timed_out', text: 'Working.', iterations: 2 });
  expect(result.outputs.document?.path).toBe('one.txt');
  expect(await isThere(folder)).toBe(false);
  await recordHistory(stage.client.temporal, 'timed-out', handle.runId);
});

test('runs are found by their search attributes', async () => {
  const { result } = await runScripted({ skill: 'plain', prompt: 'Hello', turns: [say('Hello.')] });
  await vi.waitFor(async () => {
    const runs = await Array.fromAsync(stage.client.list(`SkillrunSkill = 'plain' AND SkillrunStatus = 'completed'`));
    expect(runs.find(({ runId }) => runId === result.runId)).toMatchObject({
      status: 'completed',
      skill: 'plain',
      model: 'anthropic:scripted',
    });
  });
});
