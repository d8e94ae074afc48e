import { lstatSync, readlinkSync } from 'node:fs';
import { SkillrunError } from '../contract/errors.ts';
import { fromBytes, toText, type ByteString } from './byte-string.ts';
import { entryStat, type EntryStat } from './fingerprint.ts';
import type { SkippedFile } from './port.ts';
import { TreeAccess } from './tree-access.ts';
import { walk, type Visit } from './walk.ts';

export type ScannedEntry = { path: ByteString; stat: EntryStat } & (
  | { type: 'folder' }
  /** `reach` opens it as long as the scan is not disposed of. */
  | { type: 'file'; reach: Buffer }
  /** A further name of the file at `target`. */
  | { type: 'hardlink'; target: ByteString }
  | { type: 'symlink'; target: ByteString }
);

/** A folder as it stands, without the content of its files. */
export interface Scan extends Disposable {
  /** Nanoseconds since the epoch, before the first look. */
  startedAt: bigint;
  rootMode: number;
  /** Sorted by path. */
  entries: ScannedEntry[];
  /** What a snapshot cannot keep. */
  skipped: SkippedFile[];
}

/** Looks at everything in a folder; nothing may be running in it. Throws `workspace_lost` where it is no folder. */
export async function scanFolder(folder: string, signal: AbortSignal): Promise<Scan> {
  const startedAt = BigInt(Date.now()) * 1_000_000n;
  const root = lstatSync(folder, { throwIfNoEntry: false });
  if (!root?.isDirectory()) throw new SkillrunError('workspace_lost', `The workspace is gone [folder=${folder}]`);
  const visits: Visit[] = [];
  const access = new TreeAccess(0o500);
  try {
    for await (const some of walk(Buffer.from(folder), access, signal)) visits.push(...some);
    visits.sort((a, b) => (a.path < b.path ? -1 : 1));
    const rootMode = root.mode & 0o7777;
    return { startedAt, rootMode, ...describe(visits), [Symbol.dispose]: () => access[Symbol.dispose]() };
  } catch (error) {
    access[Symbol.dispose]();
    throw error;
  }
}

function describe(visits: Visit[]): Pick<Scan, 'entries' | 'skipped'> {
  const entries: ScannedEntry[] = [];
  const skipped: SkippedFile[] = [];
  const firstNames = new Map<string, ByteString>();
  for (const { path, reach, stat: raw } of visits) {
    const stat = entryStat(raw);
    if (raw.isDirectory()) entries.push({ type: 'folder', path, stat });
    else if (raw.isSymbolicLink()) {
      const target = fromBytes(readlinkSync(reach, { encoding: 'buffer' }));
      entries.push({ type: 'symlink', path, stat, target });
    } else if (raw.isFile()) {
      const target = firstNames.get(stat.inode);
      if (target !== undefined) entries.push({ type: 'hardlink', path, stat, target });
      else entries.push({ type: 'file', path, stat, reach });
      if (target === undefined && stat.links > 1) firstNames.set(stat.inode, path);
    } else skipped.push({ path: toText(path), type: kindOf(raw) });
  }
  return { entries, skipped };
}

function kindOf(stat: Visit['stat']): SkippedFile['type'] {
  if (stat.isFIFO()) return 'fifo';
  return stat.isSocket() ? 'socket' : 'device';
}
