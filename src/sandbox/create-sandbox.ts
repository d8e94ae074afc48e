import { createBubblewrap } from './bwrap.ts';
import { createUncontained } from './none.ts';
import type { SandboxOptions } from './options.ts';
import type { Sandbox } from './port.ts';

/** The sandbox of this name. `bwrap` contains commands; `none` does not, and has to be asked for. */
export function createSandbox(name: Sandbox['name'], options: SandboxOptions): Sandbox {
  return name === 'bwrap' ? createBubblewrap(options) : createUncontained(options);
}
