import { proxyActivities } from '@temporalio/workflow';
import type { FloorActivities, FloorRun } from './floor.ts';

/** The least that two durable steps an iteration can cost on Temporal: no options, no state, payloads handed on. */
export async function floor({ iterations, steps: [first, second] }: FloorRun, secondQueue: string, payload: string) {
  const here = proxyActivities<FloorActivities>({ startToCloseTimeout: '1 minute' });
  const there = proxyActivities<FloorActivities>({ startToCloseTimeout: '1 minute', taskQueue: secondQueue });
  for (let iteration = 0; iteration < iterations; iteration += 1) await there[second](await here[first](payload));
}
