import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';
import { MORE_PRODUCTS, PRODUCTS_CSV, shopDatabase } from './sample-database.ts';

let shell: SkillShell;

beforeAll(async () => {
  shell = await openSkillShell('sqlite');
  await writeFile(shell.path('inputs/shop.db'), await shopDatabase());
  await writeFile(shell.path('inputs/products.csv'), PRODUCTS_CSV);
  await writeFile(shell.path('inputs/more-products.json'), JSON.stringify(MORE_PRODUCTS));
});
afterAll(() => shell[Symbol.asyncDispose]());

test.each(await taughtCommands('sqlite'))('the commands that the skill teaches work: $name', async ({ command }) => {
  expect(await shell.run(`set -eo pipefail\n${command}`)).toMatchObject({ exitCode: 0, stderr: '' });
});
