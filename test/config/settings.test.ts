import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandboxName, skillFolders, workerSettings } from '../../src/config/settings.ts';

const store = { SKILLRUN_STORE: 's3://bucket/prefix' };

test('a store is enough', () => {
  expect(workerSettings(store)).toMatchObject({
    storeUrl: 's3://bucket/prefix',
    taskQueue: 'skillrun',
    sandbox: 'bwrap',
    allowedSecrets: [],
  });
});

test.each<[string, Record<string, string>, RegExp]>([
  ['no store', {}, /^SKILLRUN_STORE is not set$/],
  ['a store of another kind', { SKILLRUN_STORE: 'gs://bucket' }, /^SKILLRUN_STORE has to be s3:\/\//],
  ['an unknown sandbox', { ...store, SKILLRUN_SANDBOX: 'docker' }, /^SKILLRUN_SANDBOX has to be bwrap or none$/],
  ['no number of commands', { ...store, SKILLRUN_MAX_COMMANDS: 'many' }, /^SKILLRUN_MAX_COMMANDS /],
])('%s is refused with the name of the variable', (_case, environment, message) => {
  expect(() => workerSettings(environment)).toThrow(
    expect.objectContaining({ code: 'invalid_configuration', message: expect.stringMatching(message) }),
  );
});

test('an empty variable is none', () => {
  expect(workerSettings({ ...store, SKILLRUN_SANDBOX: '', SKILLRUN_TASK_QUEUE: '' }).sandbox).toBe('bwrap');
  expect(sandboxName({ SKILLRUN_SANDBOX: '' })).toBe('bwrap');
});

test('folders of skills come before those that come along', () => {
  const folders = skillFolders({ SKILLRUN_SKILLS: '/one:/two' });
  expect(folders.slice(0, 2)).toEqual(['/one', '/two']);
  expect(existsSync(join(folders[2] as string, 'image', 'SKILL.md'))).toBe(true);
});

test('names of secrets are separated by commas or spaces', () => {
  expect(workerSettings({ ...store, SKILLRUN_SECRETS: 'A, B C' }).allowedSecrets).toEqual(['A', 'B', 'C']);
});
