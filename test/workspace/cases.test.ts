import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SnapshotRef } from '../../src/contract/workspace.ts';
import { ID, signal, useGround } from './hosts.ts';
import { expectSameTree, treeFacts, type TreeFacts } from './tree-facts.ts';

/** The cases by which workspaces are judged that others trust with their files. */
const ground = useGround();

/** Changes the workspace by a command, with its files as the working directory. */
function bash(command: string): (folder: string) => void {
  return (folder) => execFileSync('bash', ['-euc', command], { cwd: folder });
}

/** What a snapshot holds, seen on a host that has never had the workspace. */
async function restored(snapshot: SnapshotRef): Promise<TreeFacts> {
  return await ground.host('elsewhere').read(ID, snapshot, signal, async (folder) => treeFacts(folder));
}

/** The facts of a tree that commands make, checked to be the same after a restore elsewhere. */
async function expectKept(make: (folder: string) => void): Promise<TreeFacts['entries']> {
  let made: TreeFacts | undefined;
  const snapshot = await ground.change((folder) => {
    make(folder);
    made = treeFacts(folder);
  });
  expectSameTree(await restored(snapshot), made!);
  return made!.entries;
}

const blobsIn = (keys: string[]): number => keys.filter((key) => key.startsWith('blobs/')).length;

describe('every change is found', () => {
  test('in a file of the same size whose modification time was put back', async () => {
    const first = await ground.change(bash('printf old > a'));
    const second = await ground.change((folder) => {
      const before = fs.statSync(join(folder, 'a'), { bigint: true });
      bash('touch -r a ../reference; printf new > a; touch -r ../reference a')(folder);
      expect(fs.statSync(join(folder, 'a'), { bigint: true }).mtimeNs).toBe(before.mtimeNs);
    }, first);
    expect(await ground.entriesAt(second)).toEqual({ a: 'file 644 new' });
  });

  test('in a file that is rewritten again and again in the tick of the scan', async () => {
    let snapshot: SnapshotRef | undefined;
    for (let round = 0; round < 50; round += 1) {
      const content = String(round).padStart(4, '0');
      snapshot = await ground.change((folder) => fs.writeFileSync(join(folder, 'a'), content), snapshot);
      expect(await ground.entriesAt(snapshot)).toEqual({ a: `file 644 ${content}` });
    }
  });

  test('where files, folders and links take each other’s places', async () => {
    const first = await ground.change(bash('echo x > a; mkdir b; echo x > b/file; ln -s a c'));
    const second = await ground.change(bash('rm -r a b c; mkdir a; echo y > a/file; ln -s a b; echo z > c'), first);
    const third = await ground.change(bash('rm -r a b c; ln -s c a; echo x > b; mkdir -p c/d'), second);
    expect(await ground.entriesAt(second)).toEqual({
      a: 'folder 755',
      'a/file': 'file 644 y\n',
      b: 'link to a',
      c: 'file 644 z\n',
    });
    expect(await ground.entriesAt(third)).toEqual({
      a: 'link to c',
      b: 'file 644 x\n',
      c: 'folder 755',
      'c/d': 'folder 755',
    });
  });

  test('and a deletion, a new name or a new mode puts no content', async () => {
    const first = await ground.change(bash('echo 1 > a; echo 2 > b; echo 3 > c; mkdir d; echo 4 > d/e'));
    ground.store.takePuts();
    const second = await ground.change(
      bash('rm a; mv b f; chmod 400 c; chmod 700 d; mv d/e d/g; touch -d 2001-02-03 d/g'),
      first,
    );
    const puts = ground.store.takePuts();
    expect(puts).toHaveLength(1);
    expect(blobsIn(puts)).toBe(0);
    expect(await ground.entriesAt(second)).toEqual({
      c: 'file 400 3\n',
      d: 'folder 700',
      'd/g': 'file 644 4\n',
      f: 'file 644 2\n',
    });
  });
});

describe('everything is kept as it is', () => {
  test('links: absolute, dangling, looping, to the outside; none is followed', async () => {
    const entries = await expectKept(
      bash(`
        mkdir d; echo inside > d/f
        ln -s /etc/hostname absolute; ln -s nowhere dangling; ln -s loop loop; ln -s ../../.. outside
        ln -s d to-folder; ln -s d/f to-file; ln -s . self; ln -s $'bytes\\xff' bytes
        touch -h -d 2001-02-03T04:05:06.123456789Z dangling
      `),
    );
    expect(entries['absolute']).toBe('link to /etc/hostname');
    expect(entries['bytes']).toBe('link to bytes\xff');
    // The content of one file in all.
    expect(blobsIn(ground.store.takePuts())).toBe(1);
  });

  test('a link to the environment of the worker leaks nothing of it', async () => {
    process.env['WORKSPACE_TEST_SECRET'] = 'the-secret-of-this-process';
    await ground.change(bash('ln -s /proc/self/environ out.txt; ln -s /proc/self p'));
    for (const key of ground.store.takePuts()) {
      expect(Buffer.from(await ground.store.get(key)).toString()).not.toContain('the-secret-of-this-process');
    }
  });

  test('hard links stay one file, through changes too', async () => {
    const first = await ground.change(bash('mkdir d; echo one > d/b; ln d/b a; ln d/b z; echo two > c; ln c e'));
    expect(await ground.entriesAt(first)).toEqual({
      a: 'file 644 one\n',
      c: 'file 644 two\n',
      d: 'folder 755',
      'd/b': 'the same file as a',
      e: 'the same file as c',
      z: 'the same file as a',
    });
    const second = await ground.change(bash('rm a; echo more >> z; rm e; echo two > e'), first);
    expect(await ground.entriesAt(second)).toEqual({
      c: 'file 644 two\n',
      d: 'folder 755',
      'd/b': 'file 644 one\nmore\n',
      e: 'file 644 two\n',
      z: 'the same file as d/b',
    });
  });

  test('empty folders, empty files, and every mode', async () => {
    await expectKept(
      bash(`
        mkdir empty; mkdir -p deep/er; touch nothing
        for mode in 0000 0400 0444 0644 0755 0777 1777 2755 4755 6711; do
          echo $mode > file-$mode; chmod $mode file-$mode
          mkdir dir-$mode; echo in > dir-$mode/in; chmod $mode dir-$mode
        done
      `),
    );
  });

  test('times to below a microsecond, also far away, of files, folders and links', async () => {
    await expectKept(
      bash(`
        for time in 1901-12-31 1969-12-31T23:59:59.999999 1970-01-01Z 2001-02-03T04:05:06.123456789Z 2038-01-20 2300-01-01; do
          echo x > f-$time; mkdir d-$time; ln -s x l-$time; echo y > d-$time/y
          touch -h -d $time f-$time d-$time l-$time
        done
      `),
    );
  });

  test('names of any bytes', async () => {
    const name = 'x'.repeat(255);
    const entries = await expectKept(
      bash(`
        echo 1 > $'new\\nline'; echo 2 > ./-dash; echo 3 > $'n\\xc3\\xbcfc'; echo 4 > $'nu\\xcc\\x88fd'
        echo 5 > $'not-utf8-\\xff\\xfe'; mkdir $'dir-\\xc3'; echo 6 > $'dir-\\xc3/\\x80'; echo 7 > ${name}
        echo 8 > ' '; echo 9 > '\\'; echo 10 > '"'; echo 11 > '...'; echo 12 > $'\\xef\\xbb\\xbfbom'
        echo 13 > __proto__; echo 14 > $'\\x01'
      `),
    );
    expect(Object.keys(entries)).toHaveLength(15);
  });

  test('paths that are longer than the kernel takes', async () => {
    const levels = 150;
    const make = `
      name=${'n'.repeat(100)}
      for ((level = 0; level < ${levels}; level++)); do mkdir "$name"; cd -P "$name"; done
      echo bottom > file; ln file hard; ln -s file soft; mkdir empty; chmod 711 .
    `;
    const count = 'find . -name n* -type d | wc -l; find . -type f -printf "%n %s\\n"; find . -type l -printf "%l\\n"';
    const list = (folder: string): string => execFileSync('bash', ['-c', count], { cwd: folder }).toString();
    let made = '';
    const first = await ground.change((folder) => {
      bash(make)(folder);
      made = list(folder);
    });
    expect(made).toBe(`${levels}\n2 7\n2 7\nfile\n`);
    const elsewhere = ground.host('elsewhere');
    expect(await elsewhere.read(ID, first, signal, async (folder) => list(folder))).toBe(made);
    const second = await ground.change(() => undefined, first, elsewhere);
    expect(second).toEqual(first);
    await elsewhere.close(ID);
  });
});

describe('what no snapshot can hold', () => {
  test('fifos, sockets and devices are skipped and named, and block nobody', async () => {
    const server = createServer();
    const host = ground.host();
    const { snapshot, skipped } = await host.change(ID, undefined, signal, async (folder) => {
      bash('echo x > file; mkdir d; mkfifo d/fifo; [ "$(id -u)" != 0 ] || mknod null c 1 3')(folder);
      await once(server.listen(join(folder, 'socket')), 'listening');
    });
    server.close();
    const root = process.getuid?.() === 0;
    expect(skipped).toEqual([
      { path: 'd/fifo', type: 'fifo' },
      ...(root ? [{ path: 'null', type: 'device' }] : []),
      { path: 'socket', type: 'socket' },
    ]);
    const expected = { d: 'folder 755', file: 'file 644 x\n' };
    expect(await ground.entriesAt(snapshot)).toEqual(expected);
    const here = await host.read(ID, snapshot, signal, async (folder) => treeFacts(folder));
    expect(here.entries, 'the next command sees what the snapshot has').toEqual(expected);
  });
});

describe('a restore', () => {
  test('over a dirty folder equals one into a fresh folder', async () => {
    const first = await ground.change(bash('mkdir d; echo 1 > d/a; echo 2 > b; ln -s b c; chmod 555 d'));
    const host = ground.host();
    await ground.change(bash('chmod 755 d; rm d/a b; mkdir b; echo dirt > d/dirt; ln -sf /etc c'), first);
    const dirty = await host.read(ID, first, signal, async (folder) => treeFacts(folder));
    expectSameTree(dirty, await restored(first));
  });
});
