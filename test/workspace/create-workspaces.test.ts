import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ID, signal, useGround, write } from './hosts.ts';
import { treeFacts } from './tree-facts.ts';

const ground = useGround();

describe('a change', () => {
  test('starts from nothing, or from exactly the files of its snapshot', async () => {
    const first = await ground.change((folder) => {
      expect(fs.readdirSync(folder)).toEqual([]);
      write('a', '1')(folder);
    });
    await ground.change((folder) => {
      expect(treeFacts(folder).entries).toEqual({ a: 'file 644 1' });
    }, first);
    await ground.change((folder) => expect(fs.readdirSync(folder)).toEqual([]));
  });

  test('gives the value of its use and a snapshot that any host can open', async () => {
    const { value, snapshot } = await ground.host().change(ID, undefined, signal, async (folder) => {
      write('a', '1')(folder);
      return 42;
    });
    expect(value).toBe(42);
    expect(snapshot.uri).toMatch(/^file:.*\/snapshots\/[0-9a-f]{64}\.json$/);
    expect(await ground.entriesAt(snapshot)).toEqual({ a: 'file 644 1' });
  });

  test('of nothing gives the same snapshot and puts nothing, here and on another host', async () => {
    const first = await ground.change((folder) => {
      write('a', '1')(folder);
      fs.mkdirSync(join(folder, 'd'), 0o500);
      fs.symlinkSync('a', join(folder, 'l'));
      fs.linkSync(join(folder, 'a'), join(folder, 'h'));
    });
    ground.store.takePuts();
    const host = ground.host();
    for (let round = 0; round < 3; round += 1) {
      expect(await ground.change(() => undefined, first, host)).toEqual(first);
      expect(await ground.change(() => undefined, first, ground.host('elsewhere'))).toEqual(first);
    }
    expect(ground.store.takePuts()).toEqual([]);
  });

  test('of one file among many puts that file and a manifest, which comes last', async () => {
    const first = await ground.change((folder) => {
      for (let n = 0; n < 50; n += 1) write(`f${n}`, `content ${n}`)(folder);
    });
    ground.store.takePuts();
    await ground.change(write('f7', 'new'), first);
    expect(ground.store.takePuts()).toEqual([
      expect.stringMatching(/^blobs\/[0-9a-f]{2}\/[0-9a-f]{64}$/),
      expect.stringMatching(/^snapshots\/[0-9a-f]{64}\.json$/),
    ]);
  });

  test('stores equal contents once', async () => {
    await ground.change((folder) => {
      for (let n = 0; n < 20; n += 1) write(`f${n}`, 'the same')(folder);
    });
    expect(ground.store.takePuts()).toHaveLength(2);
  });

  test('of one byte of a big file puts the piece around it only', async () => {
    const big = Buffer.alloc(9 * 1024 * 1024 + 1, 'pattern-');
    const first = await ground.change((folder) => fs.writeFileSync(join(folder, 'big'), big));
    ground.store.takePuts();
    big[5 * 1024 * 1024] = 0;
    const second = await ground.change((folder) => fs.writeFileSync(join(folder, 'big'), big), first);
    expect(ground.store.takePuts()).toHaveLength(2);
    await ground.host('elsewhere').read(ID, second, signal, async (folder) => {
      expect(fs.readFileSync(join(folder, 'big')).equals(big)).toBe(true);
    });
  });

  test('that fails leaves no trace: the retry starts from the snapshot', async () => {
    const first = await ground.change(write('a', '1'));
    const host = ground.host();
    const boom = new Error('boom');
    const failing = ground.change(
      (folder) => {
        write('a', 'half')(folder);
        throw boom;
      },
      first,
      host,
    );
    await expect(failing).rejects.toBe(boom);
    expect(ground.homesOn('host')).toEqual([]);
    expect(await ground.entriesAt(first, host)).toEqual({ a: 'file 644 1' });
  });

  test('whose snapshot cannot be stored leaves no trace either', async () => {
    const first = await ground.change(write('a', '1'));
    ground.store.beforePut = () => {
      throw new Error('no store');
    };
    const host = ground.host();
    await expect(ground.change(write('a', '2'), first, host)).rejects.toThrow('no store');
    expect(await ground.entriesAt(first, host)).toEqual({ a: 'file 644 1' });
  });

  test('that is aborted is not stored, even when its use does not notice', async () => {
    const first = await ground.change(write('a', '1'));
    ground.store.takePuts();
    const controller = new AbortController();
    const reason = new Error('enough');
    const changing = ground.host().change(ID, first, controller.signal, async (folder) => {
      write('a', '2')(folder);
      controller.abort(reason);
    });
    await expect(changing).rejects.toBe(reason);
    expect(ground.store.takePuts()).toEqual([]);
  });

  test('that is aborted does not succeed because nothing had changed', async () => {
    const first = await ground.change(() => undefined);
    const controller = new AbortController();
    const changing = ground
      .host()
      .change(ID, first, controller.signal, async () => controller.abort(new Error('enough')));
    await expect(changing).rejects.toThrow('enough');
  });

  test('is undone when the process dies in it: a new process restores', async () => {
    const first = await ground.change(write('a', '1'));
    // Never ends, as that of a killed process; a new one takes over the disk.
    void ground.host().change(ID, first, signal, async (folder) => {
      write('a', 'half')(folder);
      await new Promise(() => undefined);
    });
    await expect.poll(() => fs.readFileSync(join(ground.folderOn('host'), 'a'), 'utf8')).toBe('half');
    expect(await ground.entriesAt(first, ground.host())).toEqual({ a: 'file 644 1' });
  });

  test('with a signal that is aborted already does not begin', async () => {
    const begun = ground.host().change(ID, undefined, AbortSignal.abort(new Error('late')), () => expect.unreachable());
    await expect(begun).rejects.toThrow('late');
  });
});

describe('a disk that fails', () => {
  test('is the host’s fault and names the folder', async () => {
    fs.writeFileSync(join(ground.folder, 'file'), '');
    await expect(ground.change(() => undefined, undefined, ground.host('file'))).rejects.toMatchObject({
      code: 'host_failed',
      message: expect.stringContaining(`[folder=${join(ground.folder, 'file')}]`),
      hint: expect.any(String),
    });
  });

  test('an error of the command itself is not taken for one', async () => {
    const failing = ground.change((folder) => fs.readFileSync(join(folder, 'none')));
    await expect(failing).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

test('node finds modules that lie beside the workspaces', async () => {
  const modules = join(ground.folder, 'host', 'node_modules', 'beside');
  fs.mkdirSync(modules, { recursive: true });
  fs.writeFileSync(join(modules, 'index.js'), 'module.exports = "found"');
  await ground.change(async (folder) => {
    write('main.mjs', "import beside from 'beside'; console.log(beside)")(folder);
    const { stdout } = await promisify(execFile)(process.execPath, ['main.mjs'], { cwd: folder });
    expect(stdout).toBe('found\n');
  });
});
