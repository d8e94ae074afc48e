import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { rm } from 'node:fs/promises';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../src/client/index.ts';
import type { RunResult } from '../../src/contract/run.ts';
import type { Store } from '../../src/store/port.ts';
import { heldCommand, letGo, untilHeld } from '../support/held-command.ts';
import { bash, readTranscript, toolResultsOf } from '../support/scripted-run.ts';
import { recordHistory } from '../support/record-history.ts';
import { startScriptedModel, type ScriptedTurn } from '../support/scripted-model.ts';
import { stageEnvironment } from '../support/stage.ts';
import { startWorkerProcess, type WorkerProcess } from '../support/worker-process.ts';

const workers: WorkerProcess[] = [];

afterEach(async () => {
  for (const worker of workers.splice(0)) {
    worker.kill('SIGKILL');
    await worker.ended;
  }
});

/** A run of a fixture skill on worker processes that the test may kill. */
async function begin(skill: string, turns: ScriptedTurn[]) {
  const model = await startScriptedModel(turns);
  const environment = await stageEnvironment(model);
  for (const [name, value] of Object.entries(environment)) if (name.startsWith('AWS_')) process.env[name] = value;
  const data = environment.SKILLRUN_DATA;
  const work = async (): Promise<WorkerProcess> => {
    const worker = await startWorkerProcess(environment);
    workers.push(worker);
    return worker;
  };
  const first = await work();
  const client = await connect(environment);
  onTestFinished(async () => {
    await client.close();
    await model.close();
    await rm(data, { recursive: true, force: true });
  });
  const run = await client.start({ skill, prompt: 'Work', model: 'anthropic:scripted' });
  return { run, client, model, data, first, work };
}

async function told(store: Store, result: RunResult): Promise<Record<string, unknown>[]> {
  return toolResultsOf(await readTranscript(store, result));
}

test('a contained command whose host is killed runs again elsewhere, as if it had not before', async () => {
  const { run, client, model, data, first, work } = await begin('plain', [
    { calls: [bash('echo before > log')] },
    { calls: [bash(heldCommand('echo attempt >> log', 'cat log'))] },
    { text: 'Done.' },
  ]);
  const folder = await untilHeld(data);
  first.kill('SIGKILL');
  await first.ended;
  await work();
  await letGo(await untilHeld(data, folder));
  const result = await run.result();
  expect(result).toMatchObject({ status: 'completed', text: 'Done.', iterations: 3 });
  expect(await told(client.store, result)).toMatchObject([{ exitCode: 0 }, { stdout: 'before\nattempt\n' }]);
  expect(model.requests).toHaveLength(3);
  await recordHistory(client.temporal, 'host-killed', run.runId);
});

test('an external command whose host is killed is not run again, and the model is told so', async () => {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetchOnce = `node -e 'await fetch("${url}/pay")'`;
  const { run, client, data, first, work } = await begin('outside', [
    { calls: [bash(heldCommand(fetchOnce, 'echo paid'))] },
    { text: 'I cannot tell whether it was paid.' },
  ]);
  await untilHeld(data);
  first.kill('SIGKILL');
  await first.ended;
  await work();
  const result = await run.result();
  expect(hits).toEqual(['/pay']);
  expect(await told(client.store, result)).toMatchObject([{ success: false, outcome: 'unknown' }]);
  expect(result.text).toBe('I cannot tell whether it was paid.');
  await recordHistory(client.temporal, 'external-host-killed', run.runId);
});

test('a worker that is asked to stop hands its run over to another', async () => {
  const { run, data, first, work } = await begin('plain', [
    { calls: [bash(heldCommand('true', 'echo finished'))] },
    { text: 'Done.' },
  ]);
  const folder = await untilHeld(data);
  const second = work();
  first.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  await second;
  await letGo(await untilHeld(data, folder));
  expect(await run.result()).toMatchObject({ status: 'completed', text: 'Done.' });
});
