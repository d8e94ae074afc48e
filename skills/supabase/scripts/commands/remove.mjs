import { Problem } from '../cli.mjs';
import { change, openProject } from '../project.mjs';

export const operands = [2, Infinity];

export async function run([bucket, ...paths]) {
  const { client } = openProject();
  const { data } = await change(client.storage.from(bucket).remove(paths));
  const removed = data.map(({ name }) => name);
  console.log(JSON.stringify({ bucket, removed }));
  const kept = paths.filter((path) => !removed.includes(path));
  if (kept.length > 0)
    throw new Problem(`not removed: ${kept.join(', ')}. They are not there, or the key may not remove them`);
}
