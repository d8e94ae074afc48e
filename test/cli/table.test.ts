import { expect, test } from 'vitest';
import { fields, table } from '../../src/cli/table.ts';

test('columns are as wide as their longest cell', () => {
  expect(
    table(
      ['RUN', 'STATUS'],
      [
        ['image-1', 'completed'],
        ['a\nb', ''],
      ],
    ),
  ).toBe(['RUN      STATUS', 'image-1  completed', 'a b'].join('\n'));
});

test('fields stand below one another', () => {
  expect(
    fields([
      ['run', 'image-1'],
      ['status', 'failed'],
    ]),
  ).toBe('run     image-1\nstatus  failed');
});
