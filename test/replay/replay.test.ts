import { readdir, readFile } from 'node:fs/promises';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/telemetry/logger.ts';
import { installRuntime } from '../../src/worker/index.ts';
import { replayHistory } from '../../src/worker/replay.ts';

beforeAll(() => installRuntime(createLogger({ level: 'silent', pretty: false })));

const folder = new URL('.', import.meta.url);
const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));

async function load(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(name, folder), 'utf8'));
}

describe('recorded histories', () => {
  test('there is one of every feature', () => {
    expect(names.map((name) => name.replace('.json', '')).sort()).toEqual([
      'cancelled',
      'completed',
      'continued-first',
      'continued-last',
      'external-host-killed',
      'failed-in-preparation',
      'host-killed',
      'max-iterations',
      'timed-out',
    ]);
  });

  test.each(names)('%s replays with the code at hand', async (name) => {
    const report = await replayHistory(historyFromJSON(await load(name)), 'replayed');
    expect(report.divergence).toBeUndefined();
    expect(report.events).toBeGreaterThan(5);
  });

  test('a history of something else is told apart, with the place', async () => {
    const text = JSON.stringify(await load('completed.json')).replaceAll('"executeBash"', '"executeShell"');
    const report = await replayHistory(historyFromJSON(JSON.parse(text)), 'replayed');
    expect(report.divergence?.message).toMatch(/executeShell|executeBash|Nondeterminism/i);
  });
});
