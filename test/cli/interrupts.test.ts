import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { listenForInterrupts } from '../../src/cli/interrupts.ts';

const signals = new EventEmitter();
const press = (): boolean => signals.emit('SIGINT');
const onFirst = vi.fn<() => void>();
afterEach(() => {
  onFirst.mockClear();
  expect(signals.listenerCount('SIGINT')).toBe(0);
});

/** Resolves once the listener waits for a second press. */
async function untilListening(count: number): Promise<void> {
  await vi.waitFor(() => expect(signals.listenerCount('SIGINT')).toBe(count), { interval: 5 });
}

test('one Ctrl-C means to detach', async () => {
  using interrupts = listenForInterrupts(onFirst, signals);
  press();
  await expect(interrupts.interruption).resolves.toBe('detach');
  expect(onFirst).toHaveBeenCalledOnce();
});

test('a second Ctrl-C means to cancel', async () => {
  using interrupts = listenForInterrupts(onFirst, signals);
  press();
  await untilListening(1);
  await untilListening(2);
  press();
  await expect(interrupts.interruption).resolves.toBe('cancel');
});

test('a signal that npm passes on once more is the same key press', async () => {
  using interrupts = listenForInterrupts(onFirst, signals);
  press();
  press();
  await setImmediate();
  press();
  await expect(interrupts.interruption).resolves.toBe('detach');
});

test('the echo of the second Ctrl-C does not end the process either', async () => {
  using interrupts = listenForInterrupts(onFirst, signals);
  press();
  await untilListening(1);
  await untilListening(2);
  press();
  await setImmediate();
  expect(press()).toBe(true);
  await expect(interrupts.interruption).resolves.toBe('cancel');
});

test('without Ctrl-C nothing is left behind', async () => {
  const interrupts = listenForInterrupts(onFirst, signals);
  interrupts[Symbol.dispose]();
  await untilListening(0);
  expect(onFirst).not.toHaveBeenCalled();
});
