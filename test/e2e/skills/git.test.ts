import { afterEach, beforeEach, expect, test } from 'vitest';
import { openGitServer, type GitServer } from '../../skills/git/git-server.ts';
import { needsPrograms } from '../../support/programs.ts';
import { bash, runScripted, say } from '../../support/scripted-run.ts';

needsPrograms('git');

const token = 'ghp_a-token-of-some-length';
let server: GitServer;
beforeEach(async () => {
  server = await openGitServer(token);
});
afterEach(() => server[Symbol.asyncDispose]());

const setUp = bash(`git config --global user.name 'Skill Runner' && git config --global user.email runner@example.com
git config --global "credential.$(printf '%s' "$REMOTE" | grep -oE '^https?://[^/]+').helper" '!sh "$SKILL_DIR/scripts/credentials.sh"'
git ls-remote --heads "$REMOTE"`);

const change = (branch: string, text: string) =>
  `git switch -q -c ${branch} origin/main && echo '# ${text}' > README.md && git commit -q -am '${text}'`;

test('a change is committed on a branch and pushed to the server, past a push that came first', async () => {
  const run = await runScripted({
    skill: 'git',
    prompt: 'Greet politely, on the branch polite.',
    variables: { REMOTE: server.remote },
    secrets: { GIT_TOKEN: token },
    turns: [
      [setUp],
      [bash('git clone -q "$REMOTE" repo && cd repo && git switch -q -c polite && git log --format=%s')],
      [
        bash(
          `cd repo && sed -i 's/Hello/Good morning/' README.md && git commit -q -am 'Greet politely' && git diff --stat HEAD~1`,
        ),
      ],
      [
        bash(
          'git clone -q "$REMOTE" other && cd other && git switch -q -c polite && echo more > more.txt && git add more.txt && git commit -q -m "Add more" && git push -q origin polite',
        ),
      ],
      [bash('cd repo && git push -q -u origin polite')],
      [bash('cd repo && git fetch -q && git rebase -q origin/polite && git push -q -u origin polite')],
      [
        bash(
          'cd repo && test "$(git rev-parse HEAD)" = "$(git ls-remote origin refs/heads/polite | cut -f1)" && echo pushed; echo "$GIT_TOKEN"; cat ~/.gitconfig',
        ),
      ],
      say('Pushed to the branch polite.'),
    ],
  });
  const results = run.toolResults;
  expect(results[4]).toMatchObject({
    success: false,
    stderr: expect.stringMatching(/rejected.*(fetch first|non-fast-forward)/),
  });
  expect(results[5]).toMatchObject({ success: true });
  expect(results[6]).toMatchObject({ success: true, stdout: expect.stringMatching(/^pushed\n\[secret GIT_TOKEN\]\n/) });
  expect(await server.git('log', '--format=%an: %s', 'main..polite')).toBe(
    'Skill Runner: Greet politely\nSkill Runner: Add more',
  );
  expect(await server.git('show', 'polite:README.md')).toBe('# Good morning');
  expect(await server.git('show', 'main:README.md')).toBe('# Hello');
  expect(run.result).toMatchObject({ status: 'completed', iterations: 8 });
});

test('a conflict is resolved with both wishes kept', async () => {
  const run = await runScripted({
    skill: 'git',
    prompt: 'Merge both greetings into main.',
    variables: { REMOTE: server.remote },
    secrets: { GIT_TOKEN: token },
    turns: [
      [setUp],
      [
        bash(
          `git clone -q "$REMOTE" repo && cd repo && ${change('one', 'Welcome')} && ${change('two', 'Good morning')}`,
        ),
      ],
      [
        bash(
          'cd repo && git switch -q main && git merge -q one && git merge --no-edit two; git diff --name-only --diff-filter=U',
        ),
      ],
      [
        bash(
          `cd repo && echo '# Welcome, and good morning' > README.md && git add README.md && git -c core.editor=true merge --continue && git push -q origin main`,
        ),
      ],
      say('Merged.'),
    ],
  });
  expect(run.toolResults[2]).toMatchObject({ stdout: expect.stringMatching(/CONFLICT[^]*\nREADME\.md\n$/) });
  expect(await server.git('show', 'main:README.md')).toBe('# Welcome, and good morning');
  expect(await server.git('rev-list', '--count', '--merges', 'main')).toBe('1');
});

test('a wrong token and a missing repository are told, without a prompt that hangs', async () => {
  const run = await runScripted({
    skill: 'git',
    prompt: 'Clone it.',
    variables: { REMOTE: server.remote },
    secrets: { GIT_TOKEN: 'not-the-right-token' },
    turns: [[setUp, bash('git clone -q "${REMOTE%/*}/other.git" repo')], say('The token is not accepted.')],
  });
  expect(run.toolResults).toMatchObject([
    { success: false, stderr: expect.stringContaining('Authentication failed') },
    { success: false, stderr: expect.stringContaining('fatal: ') },
  ]);
  expect(JSON.stringify(run.toolResults)).not.toContain('not-the-right-token');
});
