/** Run as a process of its own: changes a workspace and kills itself after so many puts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspaces } from '../../../src/workspace/create-workspaces.ts';
import { ID, signal, WatchedStore } from '../watched-store.ts';

const [folder = '', snapshot = '', puts = ''] = process.argv.slice(2);
const store = new WatchedStore(join(folder, 'store'));
store.beforePut = () => {
  if (store.puts.length === Number(puts)) process.kill(process.pid, 'SIGKILL');
};
const workspaces = createWorkspaces({ store, directory: join(folder, 'host') });
const result = await workspaces.change(ID, { uri: snapshot }, signal, async (files) => {
  for (const name of ['a', 'b', 'c']) writeFileSync(join(files, name), `new ${name}`);
});
process.stdout.write(result.snapshot.uri);
