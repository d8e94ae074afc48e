import type { Client } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import { clientError } from './temporal-errors.ts';

export type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/**
 * The events of a run as they come, through all its executions (continue-as-new), until it has ended. It needs no worker:
 * the server answers. Throws `unknown_run`, `temporal_unavailable`.
 */
export async function* followHistory(
  client: Client,
  runId: string,
  signal?: AbortSignal,
): AsyncGenerator<HistoryEvent> {
  const namespace = client.options.namespace;
  let execution = await firstExecution(client, runId);
  let nextPageToken: Uint8Array = new Uint8Array();
  for (;;) {
    signal?.throwIfAborted();
    const page = await client
      .withAbortSignal(signal ?? new AbortController().signal, () =>
        client.workflowService.getWorkflowExecutionHistory({
          namespace,
          execution: { workflowId: runId, runId: execution },
          nextPageToken,
          waitNewEvent: true,
        }),
      )
      .catch((error: unknown) => {
        signal?.throwIfAborted();
        throw clientError(error, `run=${runId}`);
      });
    const events = page.history?.events ?? [];
    yield* events;
    if (page.nextPageToken?.length) {
      nextPageToken = page.nextPageToken;
      continue;
    }
    const next = events.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
    if (!next) return;
    execution = next;
    nextPageToken = new Uint8Array();
  }
}

/**
 * The execution in which the newest one began. Read backwards, because after a reset the newest execution holds the
 * events that it was reset to, and the one that was reset is no part of it.
 */
async function firstExecution(client: Client, runId: string): Promise<string> {
  const namespace = client.options.namespace;
  try {
    let { runId: execution } = await client.workflow.getHandle(runId).describe();
    for (;;) {
      const { history } = await client.workflowService.getWorkflowExecutionHistory({
        namespace,
        execution: { workflowId: runId, runId: execution },
        maximumPageSize: 1,
      });
      const started = history?.events?.[0]?.workflowExecutionStartedEventAttributes;
      if (!started?.continuedExecutionRunId) return execution;
      execution = started.continuedExecutionRunId;
    }
  } catch (error) {
    throw clientError(error, `run=${runId}`);
  }
}
