import { binaryCache, type Binary, findBinary } from './binary.ts';
import { goInstall } from './go-install.ts';
import type { Progress } from './progress.ts';

/** The path of an S3 gateway; throws `missing_binary` naming every way to get one. */
export async function findVersitygw(progress: Progress): Promise<string> {
  return findBinary(versitygw, { environment: process.env, cache: binaryCache(), progress });
}

const versitygw: Binary = {
  program: 'versitygw',
  variable: 'SKILLRUN_VERSITYGW_BIN',
  oldest: '1.8.0',
  source: 'https://github.com/versity/versitygw/releases',
  ways: [goInstall('github.com/versity/versitygw/cmd/versitygw', '1.8.0')],
};
