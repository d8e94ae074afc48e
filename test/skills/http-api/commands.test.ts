import { afterAll, beforeAll, expect, test } from 'vitest';
import { needsPrograms } from '../../support/programs.ts';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';
import { openApiServer, type ApiServer } from './api-server.ts';

needsPrograms('curl', 'jq');

let api: ApiServer;
let shell: SkillShell;

beforeAll(async () => {
  api = await openApiServer('a-good-token');
  shell = await openSkillShell('http-api', { API: api.url, API_TOKEN: 'a-good-token' });
});
afterAll(async () => {
  await shell[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

test.each(await taughtCommands('http-api'))('the commands that the skill teaches work: $name', async ({ command }) => {
  const { exitCode, stderr } = await shell.run(`set -eo pipefail\n${command}`);
  expect(stderr.replaceAll(/^pages: \d+ items$/gm, '').trim()).toBe('');
  expect(exitCode).toBe(0);
});

test('the change that the skill teaches has arrived as it was meant, once', () => {
  const changes = api.received.filter(({ method, path }) => method !== 'GET' && path.startsWith('/items'));
  expect(changes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /items',
    'PATCH /items/6',
    'DELETE /items/6',
  ]);
  expect(JSON.parse(changes[0]?.body ?? '')).toEqual({ name: 'Ada\'s "best" tea', cents: 499, tags: ['new'] });
  expect(changes[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  expect(api.items).toHaveLength(5);
});
