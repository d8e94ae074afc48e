import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProgressView } from '../../src/cli/progress-view.ts';

beforeEach(() => vi.useFakeTimers({ now: 100_000 }));
afterEach(() => vi.useRealTimers());

function stream(isTTY: boolean): { stream: NodeJS.WriteStream; text: () => string } {
  const written: string[] = [];
  const stream = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream;
  stream.write = (chunk: unknown) => written.push(String(chunk)) > 0;
  return { stream, text: () => stripVTControlCharacters(written.join('')) };
}

const started = { type: 'command_started', at: 100_000, command: 'make' } as const;

test('tells on a terminal how long a command has taken, until it ends', () => {
  const { stream: terminal, text } = stream(true);
  using view = new ProgressView(terminal);
  view.show(started);
  vi.advanceTimersByTime(2000);
  expect(text()).toMatch(/\$ make\n.*the command · 2\.0 s$/);
  view.show({ type: 'ended', at: 0, how: 'completed' });
  const before = text();
  vi.advanceTimersByTime(5000);
  expect(text()).toBe(before);
});

test('writes nothing but finished lines where there is no terminal', () => {
  const { stream: pipe, text } = stream(false);
  using view = new ProgressView(pipe);
  view.show(started);
  vi.advanceTimersByTime(60_000);
  view.note('note');
  expect(text()).toBe('  $ make\nnote\n');
});

test('keeps no timer once it is disposed of', () => {
  const view = new ProgressView(stream(true).stream);
  view[Symbol.dispose]();
  expect(vi.getTimerCount()).toBe(0);
});

test('leaves a failed step to the error of the run, unless the run goes on', () => {
  const { stream: pipe, text } = stream(false);
  using view = new ProgressView(pipe);
  const failed = { type: 'step_failed', at: 0, activity: 'executeBash', message: 'the host is gone' } as const;
  view.show(failed);
  view.show(started);
  view.show(failed);
  view.show({ type: 'ended', at: 0, how: 'failed' });
  expect(text()).toBe('  ! executeBash: the host is gone\n  $ make\n');
});
