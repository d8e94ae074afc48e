import { expect, test } from 'vitest';
import { bash, runScripted, say } from '../../support/scripted-run.ts';

const file = (name: string, text: string) => ({ kind: 'document' as const, name, bytes: Buffer.from(text) });
const vectors = (line: string) => bash(`node "$SKILL_DIR/scripts/vectors.mjs" ${line}`);

const handbook = [
  file('refunds.md', '# Refunds\n\nA cancelled order is refunded within fourteen days to the same card.\n'),
  file(
    'shipping.md',
    '# Shipping\n\nParcels leave our house on the day of payment.\n\n## Abroad\n\nAllow nine days.\n',
  ),
  file('warranty.md', '# Warranty\n\nLamps are repaired for two years, bulbs are not covered.\n'),
];

test('a question is answered from the passage that fits it, and a later run searches and mends the same store', async () => {
  const first = await runScripted({
    skill: 'vector-store',
    prompt: 'Index the handbook. When is my money back if I cancel?',
    inputs: handbook,
    turns: [
      [vectors('add handbook.db inputs/*.md'), vectors('list handbook.db | cut -f1')],
      [
        vectors("search handbook.db 'money back' --top 3"),
        vectors("search handbook.db 'refund cancelling an order' --json"),
      ],
      say('Within fourteen days (inputs/refunds.md:1-3).'),
    ],
  });
  const [added, listed, , found] = first.toolResults;
  expect(added).toMatchObject({ stdout: 'added 3 documents in 3 chunks; handbook.db has 3 documents\n' });
  expect(listed).toMatchObject({ stdout: 'inputs/refunds.md\ninputs/shipping.md\ninputs/warranty.md\n' });
  expect(JSON.parse(String(found?.['stdout']))[0]).toMatchObject({
    id: 'inputs/refunds.md',
    firstLine: 1,
    lastLine: 3,
    text: expect.stringContaining('fourteen days'),
  });

  const second = await runScripted({
    skill: 'vector-store',
    prompt: 'Refunds take thirty days now; the warranty is gone.',
    workspace: first.result.workspace ?? { uri: 'none' },
    turns: [
      [bash("sed -i 's/fourteen/thirty/' inputs/refunds.md"), vectors('add handbook.db inputs/refunds.md')],
      [vectors('delete handbook.db inputs/warranty.md')],
      [
        vectors("search handbook.db 'refunded order' --top 1"),
        vectors("search handbook.db 'lamps bulbs repaired' --json"),
      ],
      [
        bash(`node -p "const { DatabaseSync } = require('node:sqlite');
JSON.stringify(new DatabaseSync('handbook.db').prepare('SELECT document FROM chunk ORDER BY 1').all())"`),
      ],
      say('Done.'),
    ],
  });
  const [, replaced, deleted, refund, lamps, rows] = second.toolResults;
  expect(replaced).toMatchObject({ stdout: expect.stringContaining('handbook.db has 3 documents') });
  expect(deleted).toMatchObject({ success: true });
  expect(refund).toMatchObject({ stdout: expect.stringMatching(/^1\. 0\.\d+ {2}inputs\/refunds\.md:1-3/) });
  expect(refund).toMatchObject({ stdout: expect.stringContaining('thirty days') });
  expect(lamps).not.toMatchObject({ stdout: expect.stringContaining('warranty') });
  expect(JSON.parse(String(rows?.['stdout']))).toEqual([
    { document: 'inputs/refunds.md' },
    { document: 'inputs/shipping.md' },
  ]);
});

test('given vectors find what words cannot', async () => {
  const lines = [
    { id: 'car', text: 'A car drives.', vector: [0.1, 0.9] },
    { id: 'cat', text: 'A cat sleeps.', vector: [0.9, 0.1] },
  ];
  const run = await runScripted({
    skill: 'vector-store',
    prompt: 'Which is nearest to my query vector for "automobile"?',
    inputs: [file('items.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))],
    turns: [
      [vectors('add items.db --jsonl inputs/items.jsonl')],
      [vectors("search items.db --vector '[0, 2]' --top 1"), vectors('search items.db automobile')],
      say('The car.'),
    ],
  });
  expect(run.toolResults).toMatchObject([
    { success: true },
    { stdout: '1. 0.994  car  (chunk 0)\n   A car drives.\n' },
    { success: false, stderr: 'vectors: items.db: given vectors of 2 numbers. Search it with --vector\n' },
  ]);
});

test('a file that is no text is named, nothing of that call is added, and the rest goes in without it', async () => {
  const run = await runScripted({
    skill: 'vector-store',
    prompt: 'Index these.',
    inputs: [file('a.txt', 'walrus'), { kind: 'document', name: 'b.bin', bytes: Uint8Array.of(0xff, 0, 1) }],
    turns: [
      [vectors('add index.db inputs/*')],
      [vectors('search index.db walrus')],
      [vectors('add index.db inputs/a.txt'), vectors('search index.db walrus')],
      say('b.bin is no text; I left it out.'),
    ],
  });
  expect(run.toolResults).toMatchObject([
    { success: false, stderr: 'vectors: inputs/b.bin: is no text in UTF-8. Turn it into text first and add that\n' },
    { success: false, stderr: 'vectors: index.db: no such store. "add" makes it; see what there is: ls\n' },
    { success: true },
    { stdout: '1. 1.000  inputs/a.txt:1-1  (chunk 0)\n   walrus\n' },
  ]);
});
