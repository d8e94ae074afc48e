import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const greeting = `---
name: greeting
description: Greets people. Use when someone comes in.
---

Say hello.
`;

/** A folder of skills; the files are given by their paths in it. */
export interface SkillFolder extends AsyncDisposable {
  path: string;
  write(files: Record<string, string>): Promise<void>;
}

export async function makeSkills(files: Record<string, string>): Promise<SkillFolder> {
  const path = await mkdtemp(join(tmpdir(), 'skillrun-skills-'));
  const write = async (more: Record<string, string>): Promise<void> => {
    for (const [name, content] of Object.entries(more)) {
      await mkdir(dirname(join(path, name)), { recursive: true });
      await writeFile(join(path, name), content);
    }
  };
  await write(files);
  return { path, write, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
