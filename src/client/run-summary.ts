import type { WorkflowExecutionDescription, WorkflowExecutionInfo } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '../contract/run.ts';

/** One run in a list. */
export interface RunSummary {
  runId: string;
  /** Temporal's status in lower case, or how a completed run ended. */
  status: string;
  skill: string | undefined;
  model: string | undefined;
  startedAt: Date;
  endedAt: Date | undefined;
}

/** An activity whose last attempt failed and that Temporal tries again. */
export interface RetriedStep {
  activity: string;
  /** The attempt that runs or comes next; 2 after the first failure. */
  attempt: number;
  /** Why the attempt before failed. */
  failure: string;
}

/** One run as the server sees it: no worker has to answer. */
export interface RunDescription extends RunSummary {
  retried: RetriedStep[];
}

export function summaryOf(info: WorkflowExecutionInfo | WorkflowExecutionDescription): RunSummary {
  const attribute = (name: string): string | undefined => info.searchAttributes[name]?.[0] as string | undefined;
  const ended = info.status.name === 'COMPLETED' ? attribute(SEARCH_ATTRIBUTES.status) : undefined;
  return {
    runId: info.workflowId,
    status: ended ?? info.status.name.toLowerCase(),
    skill: attribute(SEARCH_ATTRIBUTES.skill),
    model: attribute(SEARCH_ATTRIBUTES.model),
    startedAt: info.startTime,
    endedAt: info.closeTime,
  };
}

export function descriptionOf(description: WorkflowExecutionDescription): RunDescription {
  const retried = (description.raw.pendingActivities ?? []).flatMap(({ activityType, attempt, lastFailure }) =>
    lastFailure
      ? [{ activity: activityType?.name ?? '', attempt: attempt ?? 1, failure: lastFailure.message ?? '' }]
      : [],
  );
  return { ...summaryOf(description), retried };
}
