import { mkdtemp, readFile, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SkillShelf } from '../../activities/skill-shelf.ts';
import { keysOf, temporaryStore } from './temporary-store.ts';

const signal = new AbortController().signal;

const skillText = (body: string): string =>
  `---\nname: greeter\ndescription: Greets. Use when somebody comes.\n---\n\n${body}\n`;

async function folderWith(body: string): Promise<{ folder: string; parent: string }> {
  const parent = await mkdtemp(join(tmpdir(), 'skillrun-skills-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'greeter');
  await mkdir(folder);
  await writeFile(join(folder, 'SKILL.md'), skillText(body));
  return { folder, parent };
}

test('a pinned skill does not change when its folder does', async () => {
  const store = await temporaryStore();
  const { folder, parent } = await folderWith('Say hello.');
  const { ref } = await new SkillShelf(store, [parent], '/nowhere').pin('greeter', signal);
  await writeFile(join(folder, 'SKILL.md'), skillText('Say nothing.'));
  const elsewhere = new SkillShelf(store, [], '/nowhere');
  expect((await elsewhere.load(ref, signal)).instructions).toContain('Say hello.');
  const { ref: newer } = await new SkillShelf(store, [parent], '/nowhere').pin('greeter', signal);
  expect(newer.digest).not.toBe(ref.digest);
});

test('a version is found in the store by name and digest', async () => {
  const store = await temporaryStore();
  const { parent } = await folderWith('Say hello.');
  const { ref } = await new SkillShelf(store, [parent], '/nowhere').pin('greeter', signal);
  const again = await new SkillShelf(store, [], '/nowhere').pin(`greeter@${ref.digest}`, signal);
  expect(again.ref).toEqual(ref);
  await expect(
    new SkillShelf(store, [parent], '/nowhere').pin(`greeter@${'0'.repeat(64)}`, signal),
  ).rejects.toMatchObject({ code: 'unknown_skill' });
});

test('a skill goes into the store once', async () => {
  const store = await temporaryStore();
  const { parent } = await folderWith('Say hello.');
  const shelf = new SkillShelf(store, [parent], '/nowhere');
  await shelf.pin('greeter', signal);
  const keys = await keysOf(store);
  await shelf.pin('greeter', signal);
  expect(await keysOf(store)).toEqual(keys);
});

test('hosts get the files from the store, not from a checkout', async () => {
  const store = await temporaryStore();
  const { parent } = await folderWith('Say hello.');
  const { ref } = await new SkillShelf(store, [parent], '/nowhere').pin('greeter', signal);
  const host = await mkdtemp(join(tmpdir(), 'skillrun-host-'));
  onTestFinished(() => rm(host, { recursive: true, force: true }));
  const folder = await new SkillShelf(store, [], host).folder(ref, signal);
  expect(await readFile(join(folder, 'SKILL.md'), 'utf8')).toBe(skillText('Say hello.'));
});

test('a bundle that was tampered with is refused', async () => {
  const store = await temporaryStore();
  const { parent } = await folderWith('Say hello.');
  const { ref } = await new SkillShelf(store, [parent], '/nowhere').pin('greeter', signal);
  const [key = ''] = await keysOf(store);
  const bytes = await store.get(key);
  const false_ = { name: 'greeter', digest: 'f'.repeat(64) };
  await store.put(`skills/greeter/${false_.digest}`, bytes);
  await expect(new SkillShelf(store, [], '/nowhere').load(false_, signal)).rejects.toMatchObject({
    code: 'object_damaged',
    message: expect.stringContaining(ref.digest),
  });
});

test.each(['Greeter', '../greeter', 'greeter@12', '', './greeter'])('%j names no skill', async (name) => {
  const shelf = new SkillShelf(await temporaryStore(), [], '/nowhere');
  await expect(shelf.pin(name, signal)).rejects.toMatchObject({ code: 'unknown_skill' });
});
