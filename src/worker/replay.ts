import { Client, Connection } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import type { Environment } from '../config/environment.ts';
import { temporalConfig } from '../config/temporal.ts';
import { clientError } from '../client/temporal-errors.ts';
import { workflowBundle } from './bundle.ts';

export interface ReplayReport {
  /** Events of the history that was replayed. */
  events: number;
  /** The first point where the code at hand does something else than the history says. */
  divergence?: { message: string };
}

type History = Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['fetchHistory']>>;

/** Replays a run's newest execution against the code at hand; nothing is run or changed. Throws `unknown_run`, `temporal_unavailable`. */
export async function replayRun(environment: Environment, runId: string): Promise<ReplayReport> {
  const { connection: options, namespace, address } = temporalConfig(environment);
  const connection = await Connection.connect(options as object).catch((error: unknown) => {
    throw clientError(error, `address=${address}`);
  });
  try {
    const client = new Client({ connection, namespace });
    const history = await client.workflow
      .getHandle(runId)
      .fetchHistory()
      .catch((error: unknown) => {
        throw clientError(error, `run=${runId}`);
      });
    return await replayHistory(history, runId);
  } finally {
    await connection.close();
  }
}

/** Replays one history. */
export async function replayHistory(history: History, runId: string): Promise<ReplayReport> {
  const events = history.events?.length ?? 0;
  try {
    await Worker.runReplayHistory({ workflowBundle: { codePath: await workflowBundle() } }, history, runId);
    return { events };
  } catch (error) {
    if (error instanceof DeterminismViolationError) return { events, divergence: { message: error.message } };
    throw error;
  }
}
