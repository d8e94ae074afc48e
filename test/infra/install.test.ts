import { chmod, cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../setup/temporary-folder.ts';

test('a user who may not install packages is told what to type', async () => {
  const folder = await temporaryFolder();
  await cp(resolve(import.meta.dirname, '../../infra/worker'), folder, { recursive: true });
  await chmod(folder, 0o755);
  const script = join(folder, 'install.sh');
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { exitCode, stderr } = await execa(script, { ...nobody, reject: false });
  expect(exitCode).toBe(1);
  expect(stderr).toBe(`[install] packages can only be installed as root: sudo ${script}`);
});
