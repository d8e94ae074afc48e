import { afterAll, beforeAll, expect, test } from 'vitest';
import { needsPrograms } from '../../support/programs.ts';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';
import { openGitServer, type GitServer } from './git-server.ts';

needsPrograms('git');

let server: GitServer;
let shell: SkillShell;

beforeAll(async () => {
  server = await openGitServer('a-good-token');
  shell = await openSkillShell('git', { REMOTE: server.remote, GIT_TOKEN: 'a-good-token' });
});
afterAll(async () => {
  await shell[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

test.each(await taughtCommands('git'))('the commands that the skill teaches work: $name', async ({ command }) => {
  expect(await shell.run(`set -eo pipefail\n${command}`)).toMatchObject({ exitCode: 0 });
});

test('what was pushed is in the repository, and the token is in no file', async () => {
  expect(await server.git('show', 'fix-greeting:README.md')).toBe('# Good morning');
  expect(await server.git('log', '--format=%an: %s', 'main..fix-greeting')).toBe('Skill Runner: Greet politely');
  expect(await shell.run('grep -rl a-good-token . || echo none')).toMatchObject({ stdout: 'none' });
});

test('the token goes to no other host than the one it was set up for', async () => {
  await using other = await openGitServer('a-good-token');
  expect(await shell.run('git ls-remote "$REMOTE"')).toMatchObject({ exitCode: 0 });
  const { exitCode, stderr } = await shell.run(`git ls-remote ${other.remote}`);
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('could not read Username');
});

test('without the secret the helper says which one is missing', async () => {
  const { stderr } = await shell.run('unset GIT_TOKEN; git ls-remote "$REMOTE"');
  expect(stderr).toContain('credentials: GIT_TOKEN is not set');
});
