import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTemporal } from '../../infra/dev/temporal.ts';
import { replayRun } from '../../src/worker/index.ts';
import { recordHistory } from '../support/record-history.ts';
import { bash, readTranscript, toolResultsOf } from '../support/scripted-run.ts';
import type { ScriptedTurn } from '../support/scripted-model.ts';
import { openStage, type Stage } from '../support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

const text = 'x'.repeat(200);

/** Turns with answers and outputs of 200 bytes. */
function turns(iterations: number): ScriptedTurn[] {
  const work = { text, calls: [bash('printf %200s')] };
  return [...Array.from({ length: iterations - 1 }, () => work), { text: 'Done.' }];
}

async function runOn({ client, scripts }: Stage, marker: string, iterations: number): Promise<string> {
  scripts[marker] = turns(iterations);
  const run = await client.start({
    skill: 'plain',
    prompt: marker,
    model: 'anthropic:scripted',
    maxIterations: iterations,
  });
  expect(await run.result()).toMatchObject({ status: 'completed', iterations });
  return run.runId;
}

async function historyBytes({ client }: Stage, runId: string): Promise<number> {
  const description = await client.temporal.workflow.getHandle(runId).describe();
  return Number(description.historySize);
}

test('bytes of history per iteration are few, and do not grow with the number of iterations', async () => {
  const one = await historyBytes(stage, await runOn(stage, '[one]', 1));
  const ten = await historyBytes(stage, await runOn(stage, '[ten]', 11));
  const forty = await historyBytes(stage, await runOn(stage, '[forty]', 41));
  const early = (ten - one) / 10;
  const late = (forty - ten) / 30;
  expect(early).toBeLessThan(4096);
  expect(late).toBeLessThan(early * 1.05);
});

test('a run replays against the code at hand', async () => {
  const report = await replayRun(stage.environment, await runOn(stage, '[replayed]', 3));
  expect(report).toEqual({ events: expect.any(Number) });
});

test('a reset goes back to its point with the files of then, and asks the model anew', async () => {
  const { client, scripts, model } = stage;
  const marker = '[reset]';
  scripts[marker] = [
    { calls: [bash('echo one > log')] },
    { calls: [bash('echo two >> log; cat log')] },
    { text: 'Done.' },
  ];
  const run = await client.start({ skill: 'plain', prompt: marker, model: 'anthropic:scripted' });
  await run.result();
  const asked = model.requests.length;
  const { events } = await client.temporal.workflow.getHandle(run.runId).fetchHistory();
  const secondAnswer = events?.filter((event) => event.activityTaskCompletedEventAttributes)[4];
  const point = events?.find(
    (event) => event.workflowTaskCompletedEventAttributes && Number(event.eventId) > Number(secondAnswer?.eventId),
  );
  await client.temporal.workflowService.resetWorkflowExecution({
    namespace: 'default',
    workflowExecution: {
      workflowId: run.runId,
      runId: events?.[0]?.workflowExecutionStartedEventAttributes?.originalExecutionRunId ?? '',
    },
    workflowTaskFinishEventId: point?.eventId ?? null,
    reason: 'test',
    requestId: marker,
  });
  const after = await client.handle(run.runId).result();
  expect(after).toMatchObject({ status: 'completed', text: 'Done.', iterations: 3 });
  expect(toolResultsOf(await readTranscript(client.store, after))).toMatchObject([{}, { stdout: 'one\ntwo\n' }]);
  expect(model.requests.length).toBe(asked + 1);
  const followed = await Array.fromAsync(client.handle(run.runId).follow());
  expect(followed.filter(({ type }) => type === 'answered')).toHaveLength(3);
  expect(followed.at(-1)).toMatchObject({ type: 'ended', how: 'completed' });
});

test('a run whose history gets long continues as new, and nothing of it shows', async () => {
  const temporal = await startTemporal({
    dynamicConfig: { 'limit.historyCount.suggestContinueAsNew': '40' },
    log: () => undefined,
  });
  onTestFinished(() => temporal.close());
  await using short = await openStage({ environment: { TEMPORAL_ADDRESS: temporal.address } });
  const runId = await runOn(short, '[continued]', 9);
  const { client } = short;
  const executions = await Array.fromAsync(client.temporal.workflow.list({ query: `WorkflowId = '${runId}'` }));
  expect(executions.length).toBeGreaterThan(1);
  const result = await client.handle(runId).result();
  expect(result.usage.outputTokens).toBe(9 * 20);
  const messages = await readTranscript(client.store, result);
  expect(messages).toHaveLength(18);
  const events = await Array.fromAsync(client.handle(runId).follow());
  expect(events.filter(({ type }) => type === 'answered')).toHaveLength(9);
  expect(events.filter(({ type }) => type === 'workspace_opened')).toHaveLength(1);
  const ordered = executions.sort((a, b) => Number(a.startTime) - Number(b.startTime));
  await recordHistory(client.temporal, 'continued-first', runId, ordered[0]?.runId);
  await recordHistory(client.temporal, 'continued-last', runId, ordered.at(-1)?.runId);
});
