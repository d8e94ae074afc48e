import { CommanderError } from 'commander';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';

let written: string;
beforeEach(() => {
  written = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (written += String(text)) !== '');
});
afterEach(() => vi.restoreAllMocks());

test.each([
  [['runn'], "error: unknown command 'runn' (Did you mean run?)"],
  [['schedule', 'lst'], "error: unknown command 'lst' (Did you mean list?)"],
  [['run', 'image', 'x', '--modle', 'a:b'], "error: unknown option '--modle' (Did you mean --model?)"],
  [['list', '--frobnicate'], "error: unknown option '--frobnicate' (--help shows the usage)"],
  [['run', 'image'], "error: missing required argument 'prompt' (--help shows the usage)"],
  [['list', 'x'], /^error: too many arguments for 'list'/],
  [['run', 'image', 'x', '--timeout', '10'], /^error: option '--timeout <duration>' argument '10' is invalid\. .*10m/],
  [['schedule', 'create', 'n', 'image', 'x'], /^error: required option '--cron <expression>' not specified/],
  [['worker', '--roles', 'models,cook'], /There is no role "cook"\. Choose from workflows, models, host\./],
  [['dev', '--port', '99999'], /A port is a number from 1 to 65535/],
])('wrong usage is one line that says how it is right: %j', async (args, message) => {
  await expect(createProgram().parseAsync(args, { from: 'user' })).rejects.toBeInstanceOf(CommanderError);
  expect(written).toMatch(message);
  expect(written.trimEnd()).not.toContain('\n');
});
