import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ID, signal, useGround, write } from './hosts.ts';
import { treeFacts } from './tree-facts.ts';

const ground = useGround();

/** Resolves when it is opened. */
function gate(): { open: () => void; opened: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, opened: promise };
}

const untilAborted = (stop: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    stop.addEventListener('abort', () => reject(stop.reason as Error), { once: true });
  });

describe('calls for one workspace', () => {
  test('a later change aborts the one that still runs, and waits until it has ended', async () => {
    const first = await ground.change(write('a', '1'));
    const host = ground.host();
    const running = gate();
    const events: string[] = [];
    const leftover = host.change(ID, first, signal, async (folder, stop) => {
      running.open();
      await untilAborted(stop).finally(() => {
        write('a', 'late')(folder);
        events.push('the first has ended');
      });
    });
    await running.opened;
    const retry = host.change(ID, first, signal, async (folder) => {
      events.push('the second begins');
      expect(treeFacts(folder).entries).toEqual({ a: 'file 644 1' });
      write('a', '2')(folder);
    });
    await expect(leftover).rejects.toMatchObject({ code: 'workspace_lost', message: expect.stringContaining(ID) });
    expect(await ground.entriesAt((await retry).snapshot)).toEqual({ a: 'file 644 2' });
    expect(events).toEqual(['the first has ended', 'the second begins']);
  });

  test('a read aborts a change, and nothing aborts a read', async () => {
    const first = await ground.change(write('a', '1'));
    const host = ground.host();
    const running = gate();
    const leftover = host.change(ID, first, signal, async (_, stop) => {
      running.open();
      await untilAborted(stop);
    });
    await running.opened;
    const reading = gate();
    const finish = gate();
    const read = host.read(ID, first, signal, async (folder) => {
      reading.open();
      await finish.opened;
      return treeFacts(folder).entries;
    });
    await expect(leftover).rejects.toMatchObject({ code: 'workspace_lost' });
    await reading.opened;
    const change = ground.change(write('a', '2'), first, host);
    finish.open();
    expect(await read).toEqual({ a: 'file 644 1' });
    expect(await ground.entriesAt(await change)).toEqual({ a: 'file 644 2' });
  });

  test('other workspaces go on meanwhile', async () => {
    const host = ground.host();
    const ids = ['', 'a', 'a/../b', '../../escape', 'x'.repeat(5000), 'é', '\0', '\ud800', '\ud801', '🦊'];
    const all = gate();
    let inside = 0;
    const done = ids.map((id) =>
      host.change(id, undefined, signal, async (folder) => {
        expect(folder.startsWith(join(ground.folder, 'host', 'workspaces'))).toBe(true);
        write('id', id)(folder);
        inside += 1;
        if (inside === ids.length) all.open();
        await all.opened;
        return fs.readFileSync(join(folder, 'id')).toString();
      }),
    );
    for (const [index, { value }] of (await Promise.all(done)).entries()) {
      expect(value).toBe(Buffer.from(ids[index]!).toString());
    }
    expect(ground.homesOn('host')).toHaveLength(ids.length);
  });

  test('two hosts at once: each snapshot is whole, and the one that is recorded counts', async () => {
    const first = await ground.change(write('a', '1'));
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => ground.change(write('a', name), first, ground.host(name))),
    );
    expect(await ground.entriesAt(one!)).toEqual({ a: 'file 644 one' });
    expect(await ground.entriesAt(two!)).toEqual({ a: 'file 644 two' });
    // The host that lost goes on from the other's snapshot.
    expect(await ground.entriesAt(one!, ground.host('two'))).toEqual({ a: 'file 644 one' });
  });
});

describe('closing', () => {
  test('removes the workspace, and is no error where there is none', async () => {
    const first = await ground.change((folder) => {
      fs.mkdirSync(join(folder, 'locked'));
      write('locked/a', '1')(folder);
      fs.chmodSync(join(folder, 'locked'), 0);
    });
    const host = ground.host();
    await host.close(ID);
    await host.close(ID);
    await host.close('never opened');
    expect(ground.homesOn('host')).toEqual([]);
    expect(Object.keys(await ground.entriesAt(first, host))).toEqual(['locked', 'locked/a']);
  });

  test('aborts a change that still runs', async () => {
    const host = ground.host();
    const running = gate();
    const changing = host.change(ID, undefined, signal, async (_, stop) => {
      running.open();
      await untilAborted(stop);
    });
    await running.opened;
    const closing = host.close(ID);
    await expect(changing).rejects.toMatchObject({ code: 'workspace_lost' });
    await closing;
  });
});
