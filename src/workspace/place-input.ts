import { createHash } from 'node:crypto';
import { constants, lstatSync } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Asset } from '../contract/asset.ts';
import { SkillrunError } from '../contract/errors.ts';
import type { Store } from '../store/port.ts';
import { removeTree } from './remove-tree.ts';

const FOLDER = 'inputs';
const FOLDER_MODE = 0o755;
const FILE_MODE = 0o644;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Streams an input from the store into the workspace's folder `inputs`, over what an earlier run may have left there:
 * nothing is written through a link. Throws `invalid_input` for another path, `object_damaged` when the content is not
 * what the asset says.
 */
export async function placeInput(workspace: string, asset: Asset, store: Store, signal: AbortSignal): Promise<void> {
  const path = join(workspace, FOLDER, inputName(asset));
  await makeFolder(join(workspace, FOLDER));
  await removeTree(path);
  const key = store.key(asset.uri);
  await using file = await open(path, NEW_FILE, FILE_MODE);
  const sha256 = createHash('sha256');
  let bytes = 0;
  for await (const chunk of store.stream(key, { signal })) {
    bytes += chunk.length;
    if (bytes > asset.bytes) break;
    sha256.update(chunk);
    await file.writeFile(chunk);
  }
  if (bytes !== asset.bytes || sha256.digest('hex') !== asset.sha256) {
    throw new SkillrunError(
      'object_damaged',
      `A stored input is not what was uploaded [key=${key}, path=${asset.path}]`,
    );
  }
}

function inputName({ path }: Asset): string {
  const [folder, name = '', ...more] = path.split('/');
  const plain = folder === FOLDER && more.length === 0 && !['', '.', '..'].includes(name) && !name.includes('\0');
  if (plain) return name;
  throw new SkillrunError('invalid_input', `An input has a path outside ${FOLDER}/ [path=${JSON.stringify(path)}]`, {
    hint: 'Give the input a plain file name',
  });
}

/** The model of an earlier run may have put a link or a file there, or locked it. */
async function makeFolder(path: string): Promise<void> {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    await removeTree(path);
    await mkdir(path);
  }
  await chmod(path, FOLDER_MODE);
}
