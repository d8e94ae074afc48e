import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSkillrunError, SkillrunError } from '../contract/errors.ts';
import type { Sandbox } from './port.ts';

const TIMEOUT_MS = 30_000;

const OTHERWISE = 'Where each worker is a sandbox itself, say SKILLRUN_SANDBOX=none';

/** What bwrap complains about where it does not work, and what to change there. */
const WAYS_OUT: [complaint: RegExp, wayOut: string][] = [
  [
    /mount proc/i,
    'Containers hide parts of /proc: allow all of it (Docker: --security-opt systempaths=unconfined, Kubernetes: procMount: Unmasked)',
  ],
  [
    /namespace|uid map|gid map|not permitted|permission denied/i,
    'Allow unprivileged user namespaces: sysctl kernel.unprivileged_userns_clone=1 and user.max_user_namespaces above 0; ' +
      'on Ubuntu an AppArmor profile for bwrap or kernel.apparmor_restrict_unprivileged_userns=0; ' +
      'in Docker --security-opt seccomp=unconfined --security-opt apparmor=unconfined',
  ],
];

export function bubblewrapMissing(): SkillrunError {
  return new SkillrunError('sandbox_unavailable', 'The sandbox needs the program bwrap, which is not on the PATH', {
    hint: `Install bubblewrap (Debian: apt-get install bubblewrap). ${OTHERWISE}`,
  });
}

/** Runs one command with the network and one without; throws `sandbox_unavailable` with the way out where that fails. */
export async function probeBubblewrap(run: Sandbox['run']): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skillrun-probe-'));
  try {
    for (const network of [false, true]) {
      await run({
        command: 'true',
        workspace: folder,
        skillDir: folder,
        variables: {},
        network,
        timeoutMs: TIMEOUT_MS,
        signal: new AbortController().signal,
      });
    }
  } catch (error) {
    if (!isSkillrunError(error) || error.code !== 'host_failed') throw error;
    const wayOut = WAYS_OUT.find(([complaint]) => complaint.test(error.message))?.[1];
    throw new SkillrunError('sandbox_unavailable', `bubblewrap does not work on this host: ${error.message}`, {
      hint: wayOut === undefined ? OTHERWISE : `${wayOut}. ${OTHERWISE}`,
      cause: error,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return 'bwrap: commands see their workspace, their skill and the system read-only; the network only when external';
}
