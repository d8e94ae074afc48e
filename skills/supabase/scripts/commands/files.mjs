import { openProject, read } from '../project.mjs';

export const operands = [1, 2];

const MOST = 1000;

export async function run([bucket, folder = '']) {
  const { client } = openProject();
  const { data } = await read(
    client.storage.from(bucket).list(folder, { limit: MOST, sortBy: { column: 'name', order: 'asc' } }),
  );
  for (const { name, id, metadata } of data)
    console.log(id === null ? `${name}/` : `${name}\t${metadata?.size ?? '?'} bytes\t${metadata?.mimetype ?? ''}`);
  if (data.length === 0) console.log('(nothing there, or not for this key)');
  if (data.length === MOST) console.error(`note: only the first ${MOST} are shown`);
}
