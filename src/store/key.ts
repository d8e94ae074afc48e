import { SkillrunError } from '../contract/errors.ts';

/** S3 takes keys up to 1024 bytes, file systems names up to 255; the rest is left for the store's own prefix. */
const KEY_CHARACTERS = 900;
const SEGMENT_CHARACTERS = 255;

const SEGMENT = /^[A-Za-z0-9._\-%@]+$/;

/** True for what the port calls a key: it names the same object in every store and never leads outside the root. */
export function isKey(text: string): boolean {
  return text.length <= KEY_CHARACTERS && text.split('/').every(isSegment);
}

function isSegment(text: string): boolean {
  return SEGMENT.test(text) && text.length <= SEGMENT_CHARACTERS && text !== '.' && text !== '..';
}

/** Gives the key back; throws `foreign_object` when it is none. */
export function checkKey(key: string): string {
  if (isKey(key)) return key;
  throw new SkillrunError('foreign_object', `Not a key of an object [key=${JSON.stringify(key)}]`, {
    hint: 'A key has segments of A-Z a-z 0-9 . _ - % @, separated by single slashes, none of them "." or ".."',
  });
}

/** Gives back the start of a key, which may end inside a segment; throws `foreign_object` when no key starts so. */
export function checkPrefix(prefix: string): string {
  checkKey(`${prefix}x`);
  return prefix;
}

/** The error for a uri that is not of this store. */
export function foreignUri(uri: string, root: string): SkillrunError {
  return new SkillrunError('foreign_object', `Not an object of this store [uri=${uri}, store=${root}]`, {
    hint: 'Start the worker with the store that holds it, or upload it to this one',
  });
}
