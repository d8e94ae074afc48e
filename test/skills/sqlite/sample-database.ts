import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SHOP = `
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  day TEXT NOT NULL, amount REAL NOT NULL, status TEXT NOT NULL
);
INSERT INTO customers VALUES (1, 'Ada'), (2, 'O''Hara'), (3, 'Żaneta');
INSERT INTO orders VALUES
  (1, 1, '2025-12-30', 100, 'paid'), (2, 1, '2026-01-15', 60, 'paid'), (3, 2, '2026-01-20', 30, 'new'),
  (4, 2, '2026-02-10', 110.5, 'new'), (5, 3, '2026-02-11', 500, 'cancelled');
`;

/** A shop with three customers and five orders. */
export async function shopDatabase(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'skillrun-shop-'));
  try {
    const path = join(folder, 'shop.db');
    using database = new DatabaseSync(path);
    database.exec(SHOP);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const PRODUCTS_CSV = 'code,name,price\n007,"Cable, red",1.5\n010,Plug,\n';
export const MORE_PRODUCTS = [{ code: '011', name: 'Switch', price: 20 }];
