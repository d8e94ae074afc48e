import { mkdir } from 'node:fs/promises';
import { SkillrunError } from '../../src/contract/errors.ts';

/** Makes a folder, and those above it, unless it is there. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (cause) {
    throw new SkillrunError('invalid_configuration', `This folder cannot be made [path=${path}]`, {
      hint: 'Name another one, or mend what is in its way',
      cause,
    });
  }
}
