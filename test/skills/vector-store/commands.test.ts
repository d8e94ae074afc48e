import { writeFile } from 'node:fs/promises';
import { Document, Packer, Paragraph } from 'docx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';

let shell: SkillShell;
const product = (sku: string) => ({ sku, name: 'Lamp', text: 'Gives light.', shop: 'Bern' });

beforeAll(async () => {
  shell = await openSkillShell('vector-store');
  const lease = new Document({ sections: [{ children: [new Paragraph('Either side may end it.')] }] });
  await writeFile(shell.path('inputs/lease.docx'), await Packer.toBuffer(lease));
  await writeFile(shell.path('inputs/page.html'), '<title>x</title><h1>Delivery</h1><p>In three days.</p>');
  await writeFile(shell.path('inputs/policy.md'), '# Refunds\n\nA cancelled order is refunded in 14 days.\n');
  await writeFile(shell.path('inputs/notes.txt'), 'Delivery takes three days.\n');
  await writeFile(shell.path('inputs/products.json'), JSON.stringify([product('sku-1'), product('sku-2')]));
});
afterAll(() => shell[Symbol.asyncDispose]());

test.each(await taughtCommands('vector-store'))(
  'the commands that the skill teaches work: $name',
  async ({ command }) => {
    expect(await shell.run(`set -eo pipefail\n${command}`)).toMatchObject({ exitCode: 0, stderr: '' });
  },
);

test('what the skill teaches to extract is text with its headings', async () => {
  const { stdout } = await shell.run('cat text/inputs_page.html.md text/inputs_lease.docx.md');
  expect(stdout).toBe('# Delivery\n\nIn three days.Either side may end it.');
});
