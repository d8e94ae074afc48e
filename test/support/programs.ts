import { beforeEach } from 'vitest';
import { createSandbox } from '../../src/sandbox/create-sandbox.ts';
import type { Sandbox } from '../../src/sandbox/port.ts';
import { toolboxFolder } from '../../src/worker/data-folder.ts';

const sandbox = (name: Sandbox['name']): Sandbox =>
  createSandbox(name, { toolboxDir: toolboxFolder(), nodePath: process.execPath });

/** The sandbox that works here: bubblewrap where it can. */
export async function bestSandbox(): Promise<Sandbox['name']> {
  return await sandbox('bwrap')
    .probe()
    .then(
      () => 'bwrap' as const,
      () => 'none' as const,
    );
}

/**
 * Skips the tests of this file or `describe` where commands would not find one of these programs, and says which. A
 * run that allows no skips fails then.
 */
export function needsPrograms(...programs: string[]): void {
  let lookup: Promise<string[]> | undefined;
  beforeEach(async (context) => {
    lookup ??= bestSandbox().then((name) => sandbox(name).missingPrograms(programs));
    const missing = await lookup;
    context.skip(missing.length > 0, `needs ${missing.join(', ')}: infra/worker/install.sh installs what skills need`);
  });
}
