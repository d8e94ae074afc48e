import { writeFile } from 'node:fs/promises';
import { openProject, read } from '../project.mjs';

export const operands = [3];

export async function run([bucket, path, file]) {
  const { client } = openProject();
  const { data } = await read(client.storage.from(bucket).download(path));
  const bytes = Buffer.from(await data.arrayBuffer());
  await writeFile(file, bytes);
  console.log(`wrote ${file}: ${bytes.length} bytes`);
}
