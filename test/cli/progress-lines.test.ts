import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/client/index.ts';
import { progressLines, stepBegunBy } from '../../src/cli/progress-lines.ts';
import { NO_USAGE } from '../../src/contract/model.ts';

const at = 0;
const answered = {
  type: 'answered',
  at,
  iteration: 1,
  text: 'I look at the file first.',
  calls: 1,
  usage: { ...NO_USAGE, inputTokens: 1204, outputTokens: 87 },
  durationMs: 2100,
  attempts: 1,
} as const;
const ended = {
  type: 'command_ended',
  at,
  command: 'file in.png',
  exitCode: 0,
  firstLine: 'in.png: PNG image data',
  durationMs: 1200,
  attempts: 1,
} as const;

test('shows an iteration with its model, its command, and what came of it', () => {
  const events: RunEvent[] = [
    { type: 'model_called', at, iteration: 1, model: 'anthropic:scripted' },
    answered,
    { type: 'command_started', at, command: 'file in.png\nls' },
    ended,
  ];
  expect(events.flatMap(progressLines)).toEqual([
    '→ iteration 1 · anthropic:scripted',
    '  I look at the file first.',
    '  1,204 → 87 tokens · 2.1 s',
    '  $ file in.png …',
    '    in.png: PNG image data · exit 0 · 1.2 s',
  ]);
});

test('leaves the final text to stdout', () => {
  expect(progressLines({ ...answered, calls: 0 })).toEqual(['  1,204 → 87 tokens · 2.1 s']);
});

test('tells further attempts, and a command whose outcome nobody knows', () => {
  expect(progressLines({ ...answered, calls: 0, attempts: 3 })).toEqual(['  1,204 → 87 tokens · 2.1 s · attempt 3']);
  expect(progressLines({ ...ended, exitCode: null, firstLine: '', attempts: 2 })).toEqual([
    '    outcome unknown · 1.2 s · attempt 2',
  ]);
});

test('tells when the workspace went on at another host, not when it was opened first', () => {
  const opened = { type: 'workspace_opened', at, host: 'skillrun-host-b' } as const;
  expect(progressLines({ ...opened, again: false })).toEqual([]);
  expect(progressLines({ ...opened, again: true })).toEqual(['↻ the workspace went on at skillrun-host-b']);
});

test('shows outputs that are set, refused ones, and failed steps', () => {
  const output = {
    kind: 'image',
    uri: 's3://b/k',
    mediaType: 'image/png',
    bytes: 9,
    sha256: '',
    path: 'out.png',
  } as const;
  expect(progressLines({ type: 'output_set', at, output })).toEqual(['  ✓ image: out.png · 9 bytes']);
  expect(progressLines({ type: 'output_refused', at, kind: 'image', error: 'no such file' })).toEqual([
    '  ✗ image refused: no such file',
  ]);
  expect(progressLines({ type: 'step_failed', at, activity: 'executeBash', message: 'timed out' })).toEqual([
    '  ! executeBash: timed out',
  ]);
});

test('does not let a command steer the terminal', () => {
  expect(progressLines({ ...ended, firstLine: '\u001b[1A\u001b[2Kexit 0' })).toEqual(['    exit 0 · exit 0 · 1.2 s']);
});

test('knows which events begin a step that takes time', () => {
  expect(stepBegunBy({ type: 'command_started', at, command: 'sleep 9' })).toBe('the command');
  expect(stepBegunBy(ended)).toBeUndefined();
});
