import { Client, Connection } from '@temporalio/client';
import getPort from 'get-port';
import { expect, onTestFinished, test } from 'vitest';
import { startTemporal } from '../../../infra/dev/temporal.ts';
import { busyPort } from './busy-port.ts';

const log = (line: string): void => void process.stderr.write(`${line}\n`);

test('a Temporal is where it was wanted, with the attributes and the configuration that it was given', async () => {
  const port = await getPort();
  const temporal = await startTemporal({
    ports: { temporal: port },
    searchAttributes: { Rank: 'Int' },
    dynamicConfig: { 'limit.blobSize.warn': '512', 'limit.blobSize.error': '1024' },
    log,
  });
  onTestFinished(() => temporal.close());
  expect(temporal.address).toBe(`127.0.0.1:${port}`);

  const connection = await Connection.connect({ address: temporal.address });
  onTestFinished(() => connection.close());
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace: temporal.namespace });
  expect(Object.keys(customAttributes ?? {})).toContain('Rank');

  const start = new Client({ connection }).workflow.start('anything', {
    workflowId: 'too-large',
    taskQueue: 'nobody',
    args: ['x'.repeat(2_000)],
  });
  await expect(start).rejects.toMatchObject({ cause: { details: expect.stringContaining('exceeds') } });
});

test.each(['temporal', 'ui'])('a busy port that was wanted for %s is an error that names it', async (which) => {
  const port = await busyPort();
  await expect(startTemporal({ ui: true, ports: { [which]: port }, log })).rejects.toMatchObject({
    code: 'invalid_configuration',
    message: `Another process listens on this port [port=${port}]`,
  });
});
