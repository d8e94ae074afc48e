import { statfs } from 'node:fs/promises';
import { SkillrunError } from '../contract/errors.ts';
import type { Entry } from './manifest.ts';

/** Does something on the host's disk; a system call that fails is the host's fault, and another host may do better. */
export async function onHostDisk<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const { code, syscall } = error as NodeJS.ErrnoException;
    throw new SkillrunError(
      'host_failed',
      `The host cannot keep a workspace: ${code} in ${syscall} [folder=${folder}]`,
      {
        hint: 'Check the space, the limits and the permissions of that disk',
        cause: error,
      },
    );
  }
}

/** Throws `host_failed` unless there is room for the files: a snapshot that claims more is not even begun. */
export async function checkSpace(folder: string, entries: Entry[]): Promise<void> {
  const bytes = entries.reduce((sum, entry) => sum + (entry.type === 'file' ? entry.bytes : 0), 0);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (bytes <= free) return;
  throw new SkillrunError(
    'host_failed',
    `A workspace of ${bytes} bytes has no room on ${free} bytes [folder=${folder}]`,
    {
      hint: 'Free space on that disk, or let a host with a bigger one take the run',
    },
  );
}
