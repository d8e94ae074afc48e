import { describe, expect, test } from 'vitest';
import { ID, useGround, write } from './hosts.ts';

const ground = useGround();

describe('cancelling', () => {
  test('in the middle of an upload ends the change with the reason and leaves nothing on the host', async () => {
    const controller = new AbortController();
    const reason = new Error('cancelled');
    const changing = ground.host().change(ID, undefined, controller.signal, async (folder) => {
      for (let n = 0; n < 100; n += 1) write(`f${n}`, `content ${n}`)(folder);
      ground.store.beforePut = () => void (ground.store.puts.length > 20 && controller.abort(reason));
    });
    await expect(changing).rejects.toBe(reason);
    expect(ground.store.puts.length).toBeLessThan(100);
    expect(ground.homesOn('host')).toEqual([]);
  });

  test('in the middle of a restore leaves nothing on the host', async () => {
    const first = await ground.change((folder) => {
      for (let n = 0; n < 100; n += 1) write(`f${n}`, `content ${n}`)(folder);
    });
    const controller = new AbortController();
    const reason = new Error('cancelled');
    let streams = 0;
    ground.store.beforeStream = () => void ((streams += 1) > 20 && controller.abort(reason));
    const reading = ground.host('elsewhere').read(ID, first, controller.signal, () => expect.unreachable());
    await expect(reading).rejects.toBe(reason);
    expect(ground.homesOn('elsewhere')).toEqual([]);
  });
});
