import type { BigIntStats } from 'node:fs';

/** What the file system tells of an entry without reading it. */
export interface EntryStat {
  mode: number;
  bytes: number;
  /** Nanoseconds since the epoch. */
  modifiedAt: bigint;
  changedAt: bigint;
  /**
   * As long as it stays the same the entry was not touched (but see `isRacy`). The change time is what cannot be forged:
   * `touch -r` puts back the modification time only. A folder's says nothing, since its entries are looked at themselves.
   */
  fingerprint: string;
  /** The same for all hard links of a file. */
  inode: string;
  links: number;
}

/** Coarse clocks of file systems; the figure that git and restic use for the same purpose. */
const RACY_NS = 2_000_000_000n;

export function entryStat(stat: BigIntStats): EntryStat {
  const { dev, ino, size, mtimeNs, ctimeNs } = stat;
  const mode = Number(stat.mode & 0o7777n);
  return {
    mode,
    bytes: Number(size),
    modifiedAt: mtimeNs,
    changedAt: ctimeNs,
    fingerprint: stat.isDirectory() ? `${ino} ${mtimeNs} ${mode}` : `${ino} ${size} ${mtimeNs} ${ctimeNs} ${mode}`,
    inode: `${dev} ${ino}`,
    links: Number(stat.nlink),
  };
}

/** True when an entry may have changed after the scan that began at `scannedAt` without its times showing it. */
export function isRacy(stat: EntryStat, scannedAt: bigint): boolean {
  return stat.changedAt > scannedAt - RACY_NS;
}
