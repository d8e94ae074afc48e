import { lstatSync, readdirSync, readFileSync, readlinkSync, type BigIntStats } from 'node:fs';
import { expect } from 'vitest';

/** What is at each path of a folder, by means of our own. Paths, targets and contents have one character per byte. */
export interface TreeFacts {
  /** Type, mode, content or target, and which names are one file. */
  entries: Record<string, string>;
  /** Modification times in nanoseconds. */
  times: Record<string, bigint>;
}

export function treeFacts(folder: string): TreeFacts {
  // A file may be called __proto__.
  const facts: TreeFacts = { entries: Object.create(null), times: Object.create(null) };
  const firstNames = new Map<bigint, string>();
  const visit = (path: Buffer, name: string): void => {
    const stat = lstatSync(path, { bigint: true });
    const first = firstNames.get(stat.ino);
    if (name !== '') {
      facts.entries[name] = first === undefined ? describe(path, stat) : `the same file as ${first}`;
      facts.times[name] = stat.mtimeNs;
    }
    if (!stat.isDirectory() && first === undefined && stat.nlink > 1n) firstNames.set(stat.ino, name);
    if (!stat.isDirectory()) return;
    for (const child of readdirSync(path, { encoding: 'buffer' }).toSorted(Buffer.compare)) {
      const text = child.toString('latin1');
      visit(Buffer.concat([path, Buffer.from('/'), child]), name === '' ? text : `${name}/${text}`);
    }
  };
  visit(Buffer.from(folder), '');
  return facts;
}

function describe(path: Buffer, stat: BigIntStats): string {
  const mode = (stat.mode & 0o7777n).toString(8);
  if (stat.isDirectory()) return `folder ${mode}`;
  if (stat.isSymbolicLink()) return `link to ${readlinkSync(path, { encoding: 'buffer' }).toString('latin1')}`;
  return stat.isFile() ? `file ${mode} ${readFileSync(path).toString('latin1')}` : `other ${mode}`;
}

/** Node sets times to a quarter of a microsecond. */
const TOLERANCE_NS = 1000n;

export function expectSameTree(actual: TreeFacts, expected: TreeFacts): void {
  expect(actual.entries).toEqual(expected.entries);
  for (const [path, time] of Object.entries(expected.times)) {
    const difference = (actual.times[path] ?? 0n) - time;
    const close = difference < TOLERANCE_NS && difference > -TOLERANCE_NS;
    expect(close, `the time of ${path} is off by ${difference} ns`).toBe(true);
  }
}
