import { isSkillrunError } from '../contract/errors.ts';

/** What a read gives, or undefined where there is no object. */
export async function unlessMissing<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (isSkillrunError(error) && error.code === 'object_missing') return undefined;
    throw error;
  }
}
