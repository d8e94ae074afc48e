import { expect, test } from 'vitest';
import { PRODUCTS_CSV, shopDatabase } from '../../skills/sqlite/sample-database.ts';
import { bash, runScripted, say } from '../../support/scripted-run.ts';

const sql = (line: string) => bash(`node "$SKILL_DIR/scripts/sql.mjs" ${line}`);

test('a database is asked, filled from a file and changed, from one command to the next', async () => {
  const top = `SELECT c.name, sum(o.amount) AS total FROM orders AS o JOIN customers AS c ON c.id = o.customer_id
    WHERE o.day >= ? AND o.status <> 'cancelled' GROUP BY c.id ORDER BY total DESC`;

  const run = await runScripted({
    skill: 'sqlite',
    prompt: 'Who bought most this year? Then add the products and mark late orders.',
    inputs: [
      { kind: 'document', name: 'shop.db', bytes: await shopDatabase() },
      { kind: 'document', name: 'products.csv', bytes: new TextEncoder().encode(PRODUCTS_CSV) },
    ],
    turns: [
      [bash('cp inputs/shop.db shop.db'), sql('schema shop.db')],
      [sql(`query shop.db "${top}" --params '["2026-01-01"]'`)],
      [sql(`import shop.db products inputs/products.csv --types "code TEXT PRIMARY KEY"`)],
      [sql(`run shop.db "UPDATE orders SET status = 'late' WHERE status = 'new' AND day < '2026-02-01'"`)],
      [
        sql(
          `query shop.db "SELECT (SELECT group_concat(id) FROM orders WHERE status = 'late') AS late, (SELECT count(*) FROM products WHERE code = '007') AS coded" --format json`,
        ),
        sql('check shop.db'),
        bash('cmp inputs/shop.db shop.db'),
      ],
      say("O'Hara bought most."),
    ],
  });

  const [, schema, best, imported, changed, state, check, compared] = run.toolResults;
  expect(schema).toMatchObject({ stdout: expect.stringContaining('table orders (5 rows)') });
  expect(best).toMatchObject({ stdout: "name,total\nO'Hara,140.5\nAda,60\n" });
  expect(imported).toMatchObject({ success: true });
  expect(JSON.parse(String(changed?.['stdout']))).toMatchObject({ changedRows: 1 });
  expect(JSON.parse(String(state?.['stdout']))).toEqual([{ late: '3', coded: 1 }]);
  expect(check).toMatchObject({ stdout: 'ok\n' });
  expect(compared).toMatchObject({ success: false });
  expect(run.result).toMatchObject({ status: 'completed', text: "O'Hara bought most." });
});

test('a failed change leaves the database as it was, and the model learns why', async () => {
  const run = await runScripted({
    skill: 'sqlite',
    prompt: 'Delete the customers.',
    inputs: [{ kind: 'document', name: 'shop.db', bytes: await shopDatabase() }],
    turns: [
      [bash('cp inputs/shop.db shop.db'), sql(`run shop.db "UPDATE orders SET amount = 0; DELETE FROM customers"`)],
      [sql(`query shop.db "SELECT sum(amount) AS sum FROM orders"`), sql(`query shop.db "SELECT * FROM client"`)],
      say('They have orders.'),
    ],
  });

  const [, failed, sum, unknown] = run.toolResults;
  expect(failed).toMatchObject({ success: false, stderr: expect.stringContaining('FOREIGN KEY constraint failed') });
  expect(sum).toMatchObject({ stdout: 'sum\n800.5\n' });
  expect(unknown).toMatchObject({ success: false, stderr: expect.stringContaining('no such table: client') });
});
