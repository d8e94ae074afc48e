import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';
import { openApiServer, type ApiServer } from './api-server.ts';

let api: ApiServer;
let shell: SkillShell;
const pages = (line: string) => shell.run(`node "$SKILL_DIR/scripts/pages.mjs" ${line}`);
const bearer = '--header "Authorization: Bearer a-good-token"';
const ids = (stdout: string) => stdout.split('\n').map((line) => JSON.parse(line).id);

beforeAll(async () => {
  api = await openApiServer('a-good-token');
  shell = await openSkillShell('http-api', { API: api.url });
});
afterAll(async () => {
  await shell[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

test.each([
  ['by the Link header', '"$API/linked"'],
  ['by a cursor in the answer', '"$API/cursor" --items data --cursor meta.next --param after'],
  ['by counting', '"$API/items?limit=2" --items items --page page'],
])('all pages are gathered %s', async (_way, line) => {
  const { exitCode, stdout, stderr } = await pages(`${line} ${bearer}`);
  expect({ exitCode, ids: ids(stdout), stderr }).toEqual({
    exitCode: 0,
    ids: [1, 2, 3, 4, 5],
    stderr: 'pages: 5 items',
  });
});

test('a busy server is asked again until it answers', async () => {
  expect(await pages('"$API/busy" --items none')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('no array at none; it has ready'),
  });
  expect(api.received.filter(({ path }) => path === '/busy')).toHaveLength(3);
});

test.each(['broken', 'cut'])('a connection that breaks before the answer is whole is tried again: %s', async (path) => {
  const { exitCode, stdout } = await pages(`"$API/${path}"`);
  expect({ exitCode, ids: ids(stdout) }).toEqual({ exitCode: 0, ids: [1] });
});

test('the end at --max is told from the end of the list', async () => {
  const stopped = await pages(`"$API/linked" ${bearer} --max 2`);
  expect(ids(stopped.stdout)).toEqual([1, 2, 3, 4]);
  expect(stopped).toMatchObject({ exitCode: 3, stderr: 'pages: stopped after 2 pages and 4 items; there are more' });
});

test('a list whose next page is the same page ends', async () => {
  const stuck = await pages('"$API/stuck" --items data --cursor next --param after');
  expect(stuck).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('after=same: names itself as the next') });
});

test('a redirect is not followed with the headers, nor asked for again', async () => {
  const moved = await pages(`"$API/moved" ${bearer}`);
  expect(moved).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('302, moved to http://localhost:1/linked'),
  });
  expect(api.received.filter(({ path }) => path === '/moved')).toHaveLength(1);
});

test('a header that cannot be sent is refused without its value', async () => {
  const { exitCode, stderr } = await pages(`"$API/linked" --header $'Authorization: Bearer a-good\ntoken'`);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: "pages: --header: needs 'Name: value', on one line" });
});

test.each([
  ['"$API/linked"', 1, '401 {"error":"a valid token is required"}'],
  ['"$API/html"', 1, 'the answer is no JSON (text/html)'],
  ['"$API/down"', 1, '429 {"error":"come back tomorrow"}'],
  ['"$API/elsewhere"', 1, 'http://localhost:1: the next page is on another host'],
  [`"$API/items" ${bearer}`, 1, 'no array as the answer; it has items, total'],
  ['items', 2, 'needs one URL'],
  ['"$API/cursor" --cursor meta.next', 2, '--cursor and --param go together'],
  ['"$API/linked" --max many', 2, '--max many: needs a number of pages'],
  ['"$API/cursor" --cursors x', 2, "Unknown option '--cursors'"],
])('what went wrong is a line that names it: %s', async (line, exitCode, message) => {
  const failed = await pages(line);
  expect(failed).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(message) });
});
