import { describe, expect, test } from 'vitest';
import { classifyFileError } from '../../src/store/file-errors.ts';

const errno = (code: string): Error => Object.assign(new Error(`${code}: the system's words`), { code });

describe('errors of the file system', () => {
  test.each([
    ['EACCES', 'store_denied'],
    ['EPERM', 'store_denied'],
    ['EROFS', 'store_denied'],
    ['ENOSPC', 'store_unavailable'],
    ['EIO', 'store_unavailable'],
    ['ENOENT', 'store_unavailable'],
  ])('%s in a write is %s and names the object', (code, ours) => {
    const cause = errno(code);
    const error = classifyFileError(cause, { root: 'file:///data', key: 'a/b', reads: false });
    expect(error).toMatchObject({
      code: ours,
      message: expect.stringContaining('[store=file:///data, key=a/b]'),
      cause,
    });
  });

  test.each(['ENOENT', 'ENOTDIR', 'EISDIR'])('%s in a read is a missing object', (code) => {
    const error = classifyFileError(errno(code), { root: 'file:///data', key: 'a/b', reads: true });
    expect(error.code).toBe('object_missing');
  });
});
