import { fileTypeFromBuffer } from 'file-type';
import { readInput } from '../cli.mjs';
import { change, openProject } from '../project.mjs';

export const options = { type: { type: 'string' }, overwrite: { type: 'boolean', default: false } };
export const operands = [3];

export async function run([bucket, path, file], { type, overwrite }) {
  const bytes = await readInput(file);
  const contentType = type ?? (await fileTypeFromBuffer(bytes))?.mime ?? 'application/octet-stream';
  const { client } = openProject();
  const { data } = await change(client.storage.from(bucket).upload(path, bytes, { contentType, upsert: overwrite }));
  console.log(JSON.stringify({ bucket, path: data.path, bytes: bytes.length, contentType }));
}
