import { afterEach, beforeEach, expect, test } from 'vitest';
import { openApiServer, type ApiServer } from '../../skills/http-api/api-server.ts';
import { needsPrograms } from '../../support/programs.ts';
import { bash, runScripted, say } from '../../support/scripted-run.ts';

needsPrograms('curl', 'jq');

const token = 'a-token-of-some-length';
let api: ApiServer;
beforeEach(async () => {
  api = await openApiServer(token);
});
afterEach(() => api[Symbol.asyncDispose]());

const curl = (line: string) =>
  bash(`curl -sS --fail-with-body --max-time 30 -H "Authorization: Bearer $API_TOKEN" ${line}`);

test('all pages are read, one item is made and changed, and the secret stays out of what the model sees', async () => {
  const run = await runScripted({
    skill: 'http-api',
    prompt: 'What do all items cost together? Then add a tea and make it 5.50.',
    variables: { API: api.url },
    secrets: { API_TOKEN: token },
    turns: [
      [curl('-D headers.txt "$API/linked" | jq -c "map(.id)" && grep -i ^link headers.txt')],
      [
        bash(
          `node "$SKILL_DIR/scripts/pages.mjs" "$API/linked" --header "Authorization: Bearer $API_TOKEN" > items.jsonl && jq -s 'map(.cents) | add' items.jsonl`,
        ),
      ],
      [
        bash(`jq -n --arg name 'Ada "best" tea' '{name: $name, cents: 499}' > new.json`),
        curl(`-X POST -H 'Content-Type: application/json' --data-binary @new.json "$API/items" | tee created.json`),
      ],
      [
        curl(
          `-X PATCH -H 'Content-Type: application/json' --data '{"cents": 550}' "$API/items/$(jq .id created.json)" -o /dev/null`,
        ),
      ],
      [curl('"$API/items/6"'), bash('echo "token: $API_TOKEN"; printf %s "$API_TOKEN" | base64')],
      say('1500 cents; item 6 costs 5.50.'),
    ],
  });
  const said = run.toolResults.map(({ stdout }) => String(stdout));
  expect(said[0]).toMatch(/^\[1,2\]\nlink: /i);
  expect(said[1]).toBe('1500\n');
  expect(JSON.parse(said[5] ?? '')).toEqual({ id: 6, name: 'Ada "best" tea', cents: 550 });
  expect(said[6]).toBe('token: [secret API_TOKEN]\n[secret API_TOKEN]\n');
  expect(api.items.at(-1)).toEqual({ id: 6, name: 'Ada "best" tea', cents: 550 });
  expect(api.received.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(api.received.every(({ headers }) => headers.authorization === `Bearer ${token}`)).toBe(true);
});

test('refusals, a limit and a dead server are told with their reason', async () => {
  const run = await runScripted({
    skill: 'http-api',
    prompt: 'Delete item 9.',
    variables: { API: api.url },
    secrets: { API_TOKEN: 'not-the-right-token' },
    turns: [
      [
        curl('-X DELETE "$API/items/9"'),
        bash('node "$SKILL_DIR/scripts/pages.mjs" "$API/down"'),
        curl('http://127.0.0.1:9/'),
      ],
      say('The token is not accepted.'),
    ],
  });
  expect(run.toolResults).toMatchObject([
    { success: false, exitCode: 22, stdout: '{"error":"a valid token is required"}' },
    { success: false, exitCode: 1, stderr: expect.stringContaining('429 {"error":"come back tomorrow"}') },
    { success: false, exitCode: 7 },
  ]);
  expect(api.items).toHaveLength(5);
});
