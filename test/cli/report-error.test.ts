import { CommanderError } from 'commander';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportError } from '../../src/cli/report-error.ts';
import { SkillrunError } from '../../src/contract/errors.ts';

let written: string;
beforeEach(() => {
  written = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (written += String(text)) !== '');
});
afterEach(() => vi.restoreAllMocks());

const cause = new Error('ECONNREFUSED');
const error = new SkillrunError('temporal_unavailable', 'No Temporal server answers [address=x]', {
  hint: 'Set TEMPORAL_ADDRESS',
  cause,
});

test('an error is one line: what, which one, the way out', () => {
  expect(reportError(error, false)).toBe(1);
  expect(written).toBe('error: No Temporal server answers [address=x]. Set TEMPORAL_ADDRESS\n');
});

test('what the caller gave wrong is wrong usage', () => {
  expect(reportError(new SkillrunError('invalid_input', 'Prompt is required'), false)).toBe(2);
});

test('an error with several lines and control characters still is one line', () => {
  reportError(new SkillrunError('run_failed', 'one\n\u001b[2Jtwo'), false);
  expect(written).toBe('error: one two\n');
});

test('--verbose adds the stacks of the causes', () => {
  reportError(error, true);
  expect(written).toContain('[Error] Error: ECONNREFUSED\n    at ');
});

test('a fault of our own says so, without a stack', () => {
  expect(reportError(new TypeError('x is not a function'), false)).toBe(1);
  expect(written).toBe(
    'error: x is not a function. This is a fault of skillrun itself: --verbose shows where it happened\n',
  );
});

test('what commander has reported is not reported again', () => {
  expect(reportError(new CommanderError(1, 'commander.unknownOption', ''), false)).toBe(2);
  expect(reportError(new CommanderError(0, 'commander.helpDisplayed', ''), false)).toBe(0);
  expect(written).toBe('');
});
