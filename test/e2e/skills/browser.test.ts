import { afterEach, beforeEach, expect, test } from 'vitest';
import { openShop, type Shop } from '../../skills/browser/shop.ts';
import { needsPrograms } from '../../support/programs.ts';
import { bash, runScripted, say } from '../../support/scripted-run.ts';

needsPrograms('chromium');

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop[Symbol.asyncDispose]());

const browse = (line: string) => bash(`node "$SKILL_DIR/scripts/browse.mjs" ${line}`);

test('a page is read, its form is filled in with a secret and sent once, and pictures are taken', async () => {
  const order = `cat > order.mjs <<'JS'
const { withPage, visit } = await import(process.env.SKILL_DIR + '/scripts/chromium.mjs');
await withPage(async (page) => {
  await visit(page, process.env.SITE + '/');
  await page.getByLabel('Name').fill('Zoë');
  await page.getByLabel('Size').selectOption('M');
  await page.getByLabel('Password').fill(process.env.SHOP_PASSWORD);
  await page.getByRole('button', { name: 'Order' }).click();
  await page.getByText('Thank you').waitFor();
  await page.screenshot({ path: 'thanks.png' });
  console.log(await page.locator('body').innerText(), 'with', process.env.SHOP_PASSWORD);
});
JS
node order.mjs`;
  const picture = `import('sharp').then(async ({ default: sharp }) => console.log((await sharp('thanks.png').metadata()).width))`;
  const run = await runScripted({
    skill: 'browser',
    prompt: 'Order one in M for Zoë.',
    variables: { SITE: shop.url },
    secrets: { SHOP_PASSWORD: 'correct horse battery' },
    turns: [
      [browse(`text "$SITE/" --wait-for '#state.ready'`)],
      [browse('fields "$SITE/" | grep -c name')],
      [bash(order)],
      [bash(`node -e "${picture}"`), browse('pdf "$SITE/" shop.pdf && head -c 5 shop.pdf')],
      say('Order 1 is confirmed.'),
    ],
  });
  const said = run.toolResults.map(({ stdout }) => String(stdout));
  expect(said[0]).toContain('Open for orders');
  expect(said[1]).toBe('4\n');
  expect(said[2]).toBe('Thank you, order 1. with [secret SHOP_PASSWORD]\n');
  expect(said[3]).toBe('1280\n');
  expect(said[4]).toMatch(/%PDF-$/);
  expect(shop.orders).toEqual([{ name: 'Zoë', size: 'M', password: 'correct horse battery' }]);
  expect(run.result).toMatchObject({ status: 'completed', iterations: 5 });
});

test('a missing page, a missing element and a silent server are told in a line each', async () => {
  const run = await runScripted({
    skill: 'browser',
    prompt: 'What does it cost?',
    variables: { SITE: shop.url },
    turns: [
      [
        browse('text "$SITE/prices"'),
        browse('text "$SITE/" --wait-for "#price" --timeout 1'),
        browse('text http://127.0.0.1:9999/'),
      ],
      say('There is no page with prices.'),
    ],
  });
  expect(run.toolResults).toMatchObject([
    { success: true, stdout: expect.stringContaining('"status":404') },
    { success: false, stderr: expect.stringContaining("waiting for locator('#price')") },
    { success: false, stderr: 'browse: http://127.0.0.1:9999/: net::ERR_CONNECTION_REFUSED\n' },
  ]);
});
