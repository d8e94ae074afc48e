import { isSkillrunError, SkillrunError, type ErrorCode } from '../contract/errors.ts';

/** What system calls say of a place that is not there, or not a file. */
const missing = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

const nested = {
  what: 'A file stands where the store needs a folder',
  hint: 'Choose another folder in SKILLRUN_STORE',
};

const denials: Record<string, { what: string; hint: string }> = {
  EACCES: { what: 'The store may not be used', hint: 'Give this user read and write access to its folder' },
  EPERM: { what: 'The store may not be used', hint: 'Give this user read and write access to its folder' },
  EROFS: { what: 'The store is read-only', hint: 'Choose a folder that can be written to in SKILLRUN_STORE' },
  ENOTDIR: nested,
  EEXIST: nested,
};

const faults: Record<string, { what: string; hint: string }> = {
  ENOSPC: { what: "The store's disk is full", hint: 'Free space on it' },
  EDQUOT: { what: "The store's quota is used up", hint: 'Free space on it' },
  EMFILE: { what: 'This process has too many open files', hint: 'Raise its limit (ulimit -n)' },
};

/** What the call was about, for the message. */
export interface FileRequest {
  root: string;
  /** Left out for calls about the store itself. */
  key?: string;
  /** Reading finds that an object is missing; writing makes the folders that it needs. */
  reads: boolean;
}

/** The one place where errors of the file system become the store's. */
export function classifyFileError(error: unknown, { root, key, reads }: FileRequest): SkillrunError {
  if (isSkillrunError(error)) return error;
  const code = (error as { code?: string }).code ?? 'unknown error';
  const where = key === undefined ? `[store=${root}]` : `[store=${root}, key=${key}]`;
  const fail = (ours: ErrorCode, what: string, hint?: string): SkillrunError =>
    new SkillrunError(ours, `${what} ${where}`, { cause: error, ...(hint === undefined ? {} : { hint }) });

  if (reads && missing.has(code)) return fail('object_missing', 'There is no object');
  const denial = denials[code];
  if (denial !== undefined) return fail('store_denied', denial.what, denial.hint);
  const fault = faults[code];
  if (fault !== undefined) return fail('store_unavailable', fault.what, fault.hint);
  return fail('store_unavailable', `The store failed (${code})`);
}
