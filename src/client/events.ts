import type { Client } from '@temporalio/client';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import type { Activities } from '../contract/activities.ts';
import type { Usage } from '../contract/model.ts';
import type { Output } from '../contract/output.ts';
import { followHistory, type HistoryEvent } from './history.ts';

/** What happens in a run, as read from its history. Times are in milliseconds since the epoch. */
export type RunEvent =
  | { type: 'started'; at: number }
  | { type: 'prepared'; at: number; skill: string }
  | { type: 'workspace_opened'; at: number; host: string; again: boolean }
  | { type: 'model_called'; at: number; iteration: number; model: string }
  | {
      type: 'answered';
      at: number;
      iteration: number;
      text: string;
      calls: number;
      usage: Usage;
      durationMs: number;
      attempts: number;
    }
  | { type: 'command_started'; at: number; command: string }
  | {
      type: 'command_ended';
      at: number;
      command: string;
      exitCode: number | null;
      firstLine: string;
      durationMs: number;
      attempts: number;
    }
  | { type: 'output_set'; at: number; output: Output }
  | { type: 'output_refused'; at: number; kind: string; error: string }
  | { type: 'step_failed'; at: number; activity: string; message: string }
  | { type: 'ended'; at: number; how: 'completed' | 'failed' | 'cancelled' | 'terminated' | 'timed_out' };

interface Scheduled {
  name: string;
  at: number;
  input: unknown;
  attempts: number;
}

function millis(time: HistoryEvent['eventTime']): number {
  return Number(time?.seconds ?? 0) * 1000 + (time?.nanos ?? 0) / 1e6;
}

function decode(payloads: { payloads?: unknown[] | null } | null | undefined): unknown {
  const [payload] = payloads?.payloads ?? [];
  return payload === undefined ? undefined : defaultPayloadConverter.fromPayload(payload as Payload);
}

const endings: [keyof HistoryEvent, Extract<RunEvent, { type: 'ended' }>['how']][] = [
  ['workflowExecutionCompletedEventAttributes', 'completed'],
  ['workflowExecutionFailedEventAttributes', 'failed'],
  ['workflowExecutionCanceledEventAttributes', 'cancelled'],
  ['workflowExecutionTerminatedEventAttributes', 'terminated'],
  ['workflowExecutionTimedOutEventAttributes', 'timed_out'],
];

/** Follows a run from its start to its end. */
export async function* followRun(client: Client, runId: string, signal?: AbortSignal): AsyncGenerator<RunEvent> {
  const reader = new EventReader();
  for await (const event of followHistory(client, runId, signal)) yield* reader.read(event);
}

/** Turns history events into run events; it remembers what was scheduled. */
class EventReader {
  readonly #scheduled = new Map<string, Scheduled>();
  #executions = 0;
  #opened = 0;

  *read(event: HistoryEvent): Generator<RunEvent> {
    const at = millis(event.eventTime);
    if (event.workflowExecutionStartedEventAttributes) {
      this.#scheduled.clear();
      if (this.#executions++ === 0) yield { type: 'started', at };
    }
    const ending = endings.find(([attributes]) => event[attributes]);
    if (ending !== undefined) yield { type: 'ended', at, how: ending[1] };
    if (event.activityTaskScheduledEventAttributes) yield* this.#schedule(event, at);
    const started = event.activityTaskStartedEventAttributes;
    if (started) this.#find(started.scheduledEventId, (step) => (step.attempts = started.attempt ?? 1));
    const completed = event.activityTaskCompletedEventAttributes;
    if (completed) yield* this.#complete(this.#find(completed.scheduledEventId), decode(completed.result), at);
    const failed = event.activityTaskFailedEventAttributes ?? event.activityTaskTimedOutEventAttributes;
    if (failed) {
      const activity = this.#find(failed.scheduledEventId)?.name ?? 'activity';
      yield { type: 'step_failed', at, activity, message: failed.failure?.message ?? 'timed out' };
    }
  }

  *#schedule(event: HistoryEvent, at: number): Generator<RunEvent> {
    const attributes = event.activityTaskScheduledEventAttributes;
    const name = attributes?.activityType?.name ?? '';
    const input = decode(attributes?.input);
    this.#scheduled.set(String(event.eventId), { name, at, input, attempts: 1 });
    if (name === 'callModel') {
      const { iteration, model } = inputOf('callModel', input);
      yield { type: 'model_called', at, iteration, model };
    }
    if (name === 'executeBash') yield { type: 'command_started', at, command: inputOf('executeBash', input).command };
  }

  *#complete(step: Scheduled | undefined, result: unknown, at: number): Generator<RunEvent> {
    if (step === undefined) return;
    const { input, attempts } = step;
    const durationMs = at - step.at;
    switch (step.name as keyof Activities) {
      case 'prepareRun':
        yield { type: 'prepared', at, skill: resultOf('prepareRun', result).skill.name };
        break;
      case 'openWorkspace':
        yield { type: 'workspace_opened', at, host: resultOf('openWorkspace', result).host, again: this.#opened++ > 0 };
        break;
      case 'callModel': {
        const { turn } = resultOf('callModel', result);
        const { iteration } = inputOf('callModel', input);
        const calls = turn.outcome === 'complete' ? turn.calls.length : 0;
        yield { type: 'answered', at, iteration, text: turn.text, calls, usage: turn.usage, durationMs, attempts };
        break;
      }
      case 'executeBash': {
        const { output } = resultOf('executeBash', result);
        const value = output.type === 'inline' ? output.value : output.preview;
        const { command } = inputOf('executeBash', input);
        const exitCode = typeof value['exitCode'] === 'number' ? value['exitCode'] : null;
        yield { type: 'command_ended', at, command, exitCode, firstLine: firstLine(value), durationMs, attempts };
        break;
      }
      case 'setOutput': {
        const set = resultOf('setOutput', result);
        const { kind } = inputOf('setOutput', input);
        yield set.accepted
          ? { type: 'output_set', at, output: set.output }
          : { type: 'output_refused', at, kind, error: set.error };
        break;
      }
      case 'closeWorkspace':
        break;
    }
  }

  #find(id: unknown, use?: (step: Scheduled) => void): Scheduled | undefined {
    const step = this.#scheduled.get(String(id));
    if (step !== undefined) use?.(step);
    return step;
  }
}

function inputOf<Name extends keyof Activities>(_name: Name, input: unknown): Parameters<Activities[Name]>[0] {
  return input as Parameters<Activities[Name]>[0];
}

function resultOf<Name extends keyof Activities>(_name: Name, result: unknown): Awaited<ReturnType<Activities[Name]>> {
  return result as Awaited<ReturnType<Activities[Name]>>;
}

/** The first line that a command printed, or of its error. */
function firstLine(value: Record<string, unknown>): string {
  const texts = [
    value['error'],
    value['exitCode'] === 0 ? value['stdout'] : value['stderr'],
    value['stdout'],
    value['stderr'],
  ];
  const text = texts.find((candidate) => typeof candidate === 'string' && candidate.trim() !== '');
  return typeof text === 'string' ? (text.trim().split('\n', 1)[0] ?? '') : '';
}
