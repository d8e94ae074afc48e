import { proxyActivities } from '@temporalio/workflow';
import type { FloorActivities, SecondStep } from './floor.ts';

/** The least that two durable steps an iteration can cost on Temporal: no options, no state, payloads handed on. */
export async function floor(iterations: number, second: SecondStep, queue: string, payload: string): Promise<void> {
  const here = proxyActivities<FloorActivities>({ startToCloseTimeout: '1 minute' });
  const there = proxyActivities<FloorActivities>({ startToCloseTimeout: '1 minute', taskQueue: queue });
  for (let iteration = 0; iteration < iterations; iteration += 1) await there[second](await here.first(payload));
}
