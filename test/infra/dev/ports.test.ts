import getPort from 'get-port';
import { expect, test } from 'vitest';
import { onPorts, preferPort } from '../../../infra/dev/ports.ts';
import { SkillrunError } from '../../../src/contract/errors.ts';
import { busyPort } from './busy-port.ts';

test('a preferred port is taken when free, and replaced when busy', async () => {
  const busy = await busyPort();
  expect(await preferPort(busy)).not.toBe(busy);
  const free = await getPort();
  expect(await preferPort(free)).toBe(free);
});

test('a free port that is lost to another process is chosen anew', async () => {
  const tried: number[] = [];
  const result = await onPorts([undefined], async ([port]) => {
    tried.push(port!);
    if (tried.length < 3) throw new SkillrunError('store_unavailable', 'listen tcp: bind: address already in use');
    return port;
  });
  expect(result).toBe(tried[2]);
  expect(new Set(tried).size).toBe(3);
});
