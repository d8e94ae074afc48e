import { afterAll, beforeAll, expect, test } from 'vitest';
import { needsPrograms } from '../../support/programs.ts';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';
import { openShop, type Shop } from './shop.ts';

needsPrograms('chromium');

let shop: Shop;
let shell: SkillShell;

beforeAll(async () => {
  shop = await openShop();
  shell = await openSkillShell('browser', { SITE: shop.url });
});
afterAll(async () => {
  await shell[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
});

test.each(await taughtCommands('browser'))('the commands that the skill teaches work: $name', async ({ command }) => {
  expect(await shell.run(`set -eo pipefail\n${command}`)).toMatchObject({ exitCode: 0, stderr: '' });
});

test('the form that the skill teaches to send has arrived once', () => {
  expect(shop.orders).toEqual([{ name: 'Ada Lovelace', size: 'M', agreed: 'on', password: '' }]);
});

test('the browser leaves nothing of its own in the workspace', async () => {
  const { stdout } = await shell.run("find . -mindepth 1 -name '.*'");
  expect(stdout).toBe('');
});

test('the text is that of the page after its scripts have run', async () => {
  const { stdout } = await shell.run(
    `node "$SKILL_DIR/scripts/browse.mjs" text "$SITE/" --selector main --wait-for '#state.ready'`,
  );
  const [first = '', ...text] = stdout.split('\n');
  expect(JSON.parse(first)).toEqual({ url: `${shop.url}/`, status: 200, title: 'Shop' });
  expect(text.join(' ')).toContain('Open for orders');
});

test('the fields of a form are told by what a person sees', async () => {
  const { stdout } = await shell.run('node "$SKILL_DIR/scripts/browse.mjs" fields "$SITE/" | tail -n +2');
  expect(stdout.split('\n').map((line) => JSON.parse(line))).toEqual([
    { type: 'text', name: 'name', label: 'Name', required: true },
    { type: 'select-one', name: 'size', label: expect.stringContaining('Size'), choices: ['S', 'M'] },
    { type: 'checkbox', name: 'agreed', label: 'I agree' },
    { type: 'password', name: 'password', label: 'Password' },
    { type: 'submit', label: 'Order' },
  ]);
});

test.each([
  ['text "$SITE/none"', 0, 'stdout', '"status":404'],
  ['text http://127.0.0.1:9999/', 1, 'stderr', 'browse: http://127.0.0.1:9999/: net::ERR_CONNECTION_REFUSED'],
  ['text example.com', 2, 'stderr', 'browse: example.com: no URL'],
  ['screenshot "$SITE/"', 2, 'stderr', 'browse: screenshot needs OUT'],
  ['dance "$SITE/"', 2, 'stderr', 'browse: usage: node browse.mjs'],
  ['text "$SITE/" --width wide', 2, 'stderr', 'browse: --width needs a whole number'],
  [
    'text "$SITE/" --wait-for "#gone" --timeout 1',
    1,
    'stderr',
    "Timeout 1000ms exceeded. (waiting for locator('#gone')",
  ],
] as const)('what went wrong is said in a line: %s', async (line, exitCode, stream, message) => {
  const ran = await shell.run(`node "$SKILL_DIR/scripts/browse.mjs" ${line}`);
  expect(ran.exitCode).toBe(exitCode);
  expect(ran[stream]).toContain(message);
});
