import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from './port.ts';

const TIMEOUT_MS = 30_000;

/** Of these programs, the ones that are not on the PATH of the commands that `run` runs. */
export async function missingPrograms(run: Sandbox['run'], programs: string[]): Promise<string[]> {
  if (programs.length === 0) return [];
  const folder = await mkdtemp(join(tmpdir(), 'skillrun-programs-'));
  try {
    const { stdout } = await run({
      command: programs.map((name) => `type -P -- ${quoted(name)} >/dev/null && echo found || echo missing`).join('\n'),
      workspace: folder,
      skillDir: folder,
      variables: {},
      network: false,
      timeoutMs: TIMEOUT_MS,
      signal: new AbortController().signal,
    });
    const answers = stdout.shown.split('\n');
    return programs.filter((_, index) => answers[index] !== 'found');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As one word of bash, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
