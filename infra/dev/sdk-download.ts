import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { SkillrunError } from '../../src/contract/errors.ts';
import type { Way } from './binary.ts';

/** Starting and ending a test server is how the SDK is made to download one. */
const DOWNLOAD = `
try {
  const [sdk, version, downloadDir] = process.argv.slice(1);
  const { TestWorkflowEnvironment } = await import(sdk);
  const executable = { type: 'cached-download', version, downloadDir };
  const server = await TestWorkflowEnvironment.createLocal({ server: { executable } });
  await server.teardown();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
`;

/**
 * The Temporal CLI as the SDK fetches it from Temporal's own site, over TLS. In a process of its own, because the SDK's
 * runtime can be configured only before its first use.
 */
export function sdkDownload(version: string): Way {
  return {
    name: 'the download of @temporalio/testing',
    version,
    async install(folder) {
      const sdk = import.meta.resolve('@temporalio/testing');
      const args = ['--input-type=module', '--eval', DOWNLOAD, sdk, `v${version}`, folder];
      await execa(process.execPath, args, { stdin: 'ignore' });
      const [program] = await readdir(folder);
      if (program !== undefined) return join(folder, program);
      throw new SkillrunError('missing_binary', `The download left nothing behind [folder=${folder}]`);
    },
  };
}
