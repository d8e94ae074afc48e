import { fileURLToPath } from 'node:url';
import { SkillrunError } from '../contract/errors.ts';
import { FileStore } from './file-store.ts';
import { isKey } from './key.ts';
import type { Store } from './port.ts';
import { s3Client } from './s3-client.ts';
import { S3Store } from './s3-store.ts';

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/**
 * The store at `s3://bucket`, `s3://bucket/prefix` or `file:///dir`. For S3, AWS's own variables and profiles say where
 * and as whom. Nothing is contacted yet: see `check()`. Throws `invalid_configuration`.
 */
export function openStore(url: string): Store {
  const [scheme] = url.split('://', 1);
  if (scheme === 's3') return openS3(url);
  if (scheme === 'file') return openFolder(url);
  throw misfit(url, 'has to start with s3:// or file:///');
}

function openS3(url: string): Store {
  const [bucket = '', ...segments] = url.slice('s3://'.length).replace(/\/+$/, '').split('/');
  const prefix = segments.join('/');
  if (!BUCKET.test(bucket)) throw misfit(url, `has no valid bucket name: "${bucket}"`);
  if (prefix !== '' && !isKey(prefix)) throw misfit(url, `has a prefix that is no key: "${prefix}"`);
  return new S3Store(s3Client(), bucket, prefix);
}

function openFolder(url: string): Store {
  if (!url.startsWith('file:///') || /[?#]/.test(url)) throw misfit(url, 'has to be file:/// and an absolute path');
  let folder: string;
  try {
    folder = fileURLToPath(url).replace(/\/+$/, '');
  } catch (cause) {
    throw misfit(url, 'is not a path of this machine', cause);
  }
  if (folder === '') throw misfit(url, 'is the root of the file system');
  return new FileStore(folder);
}

function misfit(url: string, why: string, cause?: unknown): SkillrunError {
  return new SkillrunError('invalid_configuration', `The store's address ${why} [store=${url}]`, {
    hint: 'Set SKILLRUN_STORE to s3://bucket/prefix or file:///dir',
    cause,
  });
}
