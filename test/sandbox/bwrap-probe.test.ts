import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeError, type SkillrunError } from '../../src/contract/errors.ts';
import { openRoom, type Room } from './room.ts';

let room: Room;
let programs: string;

beforeEach(async () => {
  room = await openRoom('bwrap');
  programs = await mkdtemp(join(tmpdir(), 'skillrun-programs-'));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await room[Symbol.asyncDispose]();
  await rm(programs, { recursive: true });
});

/** Puts a bwrap in front of the host's that only complains, as the real one does where it may not work. */
async function complain(complaint: string): Promise<void> {
  await writeFile(join(programs, 'bwrap'), `#!/bin/sh\necho "${complaint}" >&2\nexit 1\n`);
  await chmod(join(programs, 'bwrap'), 0o755);
  vi.stubEnv('PATH', `${programs}:${process.env['PATH']}`);
}

async function probed(): Promise<string> {
  return await room.sandbox.probe().catch((error: SkillrunError) => `${error.code}: ${describeError(error)}`);
}

it('refuses commands where bubblewrap is not installed, and says how to get it', async () => {
  vi.stubEnv('PATH', programs);
  const probe = await probed();
  expect(probe).toMatch(/^sandbox_unavailable: .*bwrap/);
  expect(probe).toContain('apt-get install bubblewrap');
  expect(probe).toContain('SKILLRUN_SANDBOX=none');
  await expect(room.run('touch started')).rejects.toMatchObject({ code: 'sandbox_unavailable' });
});

it.each([
  [
    'bwrap: No permissions to create new namespace, likely because the kernel does not allow it',
    'kernel.unprivileged_userns_clone=1',
  ],
  ['bwrap: setting up uid map: Permission denied', 'kernel.apparmor_restrict_unprivileged_userns=0'],
  ['bwrap: Creating new namespace failed: Operation not permitted', 'seccomp=unconfined'],
  ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", 'systempaths=unconfined'],
])('says why it does not work and what to change: %s', async (complaint, wayOut) => {
  await complain(complaint);
  const probe = await probed();
  expect(probe).toMatch(/^sandbox_unavailable: /);
  expect(probe).toContain(complaint);
  expect(probe).toContain(wayOut);
  expect(probe).toContain('SKILLRUN_SANDBOX=none');
});

it('takes what bubblewrap complains about for no output of a command', async () => {
  await complain('bwrap: out of something');
  await expect(room.run('true')).rejects.toMatchObject({
    code: 'host_failed',
    message: expect.stringContaining('bwrap: out of something') as string,
  });
});

it('says so when bubblewrap cannot be started at all', async () => {
  await mkdir(join(programs, 'bwrap'));
  vi.stubEnv('PATH', programs + delimiter + process.env['PATH']);
  await expect(room.run('true')).rejects.toMatchObject({
    code: 'host_failed',
    message: expect.stringContaining('EACCES') as string,
  });
});
