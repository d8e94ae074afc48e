/** Run as a process of its own: takes locked files through snapshots as a user whom modes bind, which root is not. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { createWorkspaces } from '../../../src/workspace/create-workspaces.ts';
import { treeFacts, type TreeFacts } from '../tree-facts.ts';
import { ID, signal, WatchedStore } from '../watched-store.ts';

const [folder = ''] = process.argv.slice(2);
const NOBODY = 65_534;
if (process.getuid?.() === 0) {
  fs.chownSync(folder, NOBODY, NOBODY);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}

const store = new WatchedStore(join(folder, 'store'));
const host = (name: string) => createWorkspaces({ store, directory: join(folder, name) });
const here = host('here');

const first = await here.change(ID, undefined, signal, async (files) => {
  fs.mkdirSync(join(files, 'locked/deeper'), { recursive: true });
  fs.writeFileSync(join(files, 'locked/deeper/file'), 'inside');
  fs.writeFileSync(join(files, 'secret'), 'secret', { mode: 0o000 });
  fs.mkdirSync(join(files, 'read-only'));
  fs.writeFileSync(join(files, 'read-only/file'), 'x', { mode: 0o400 });
  fs.chmodSync(join(files, 'read-only'), 0o555);
  fs.chmodSync(join(files, 'locked/deeper'), 0o200);
  fs.chmodSync(join(files, 'locked'), 0o000);
});
const puts = store.takePuts().length;
const again = await here.change(ID, first.snapshot, signal, async () => undefined);
const there = host('there');
const restoredAgain = await there.change(ID, first.snapshot, signal, async () => undefined);

/** Unlocks what it looks at, after it has noted the modes. */
async function look(): Promise<{ modes: string[]; entries: TreeFacts['entries'] }> {
  return await host('look').read(ID, first.snapshot, signal, async (files) => {
    const modes: string[] = [];
    for (const path of ['locked', 'locked/deeper', 'secret', 'read-only']) {
      const { mode } = fs.lstatSync(join(files, path));
      modes.push((mode & 0o7777).toString(8));
      fs.chmodSync(join(files, path), mode | 0o700);
    }
    return { modes, entries: treeFacts(files).entries };
  });
}
const looked = await look();
await here.close(ID);
await there.close(ID);
const left = fs.readdirSync(join(folder, 'here/workspaces')).length;
process.stdout.write(
  JSON.stringify({
    uid: process.getuid?.(),
    puts,
    unchanged: [again, restoredAgain].map(({ snapshot }) => snapshot.uri === first.snapshot.uri),
    putsOfUnchanged: store.takePuts().length,
    ...looked,
    left,
  }),
);
