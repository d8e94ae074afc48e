import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestOf, packSkill, readBundle, writeSkill } from '../../src/skills/bundle.ts';
import type { SkillFile } from '../../src/skills/files.ts';

const URI = 'file:///store/skills/greeting/1.json.gz';

const file = (path: string, content = 'x', executable = false): SkillFile => ({
  path,
  executable,
  content: Buffer.from(content),
});

/** A bundle that says what it likes. */
function bundle(files: unknown, more: Record<string, unknown> = {}): Uint8Array {
  return gzipSync(JSON.stringify({ version: 1, name: 'greeting', files, ...more }));
}

const plain = (path: string) => ({ path, executable: false, content: Buffer.from('evil').toString('base64') });

describe('a bundle', () => {
  const name = fc.stringMatching(/^[a-zA-Zé_-][a-z.é ]{0,6}$/);
  const folders = fc.uniqueArray(name, { minLength: 1, maxLength: 5 });

  it('gives back the files that were packed, and their digest', async () => {
    await fc.assert(
      fc.asyncProperty(
        folders,
        fc.uint8Array({ maxLength: 2000 }),
        fc.boolean(),
        async (names, content, executable) => {
          const paths = names.map((name) => `data/${name}/file`).sort();
          const files = paths.map((path) => ({ path, executable, content: Buffer.from(content) }));
          const packed = await packSkill('greeting', files);
          expect(await packSkill('greeting', files)).toEqual(packed);
          expect(await readBundle(packed, URI)).toEqual({ name: 'greeting', digest: digestOf(files), files });
        },
      ),
    );
  });

  it.each<[string, Uint8Array]>([
    ['is no gzip', Buffer.from('{}')],
    ['is cut off', gzipSync('{"version":1}').subarray(0, 12)],
    ['is no JSON', gzipSync('hello')],
    ['is of another version', bundle([], { version: 2 })],
    ['has more fields', bundle([], { more: true })],
    ['has content that is not base64', bundle([{ ...plain('a'), content: '!!' }])],
    ['unpacks to more than fits', gzipSync(Buffer.alloc(129 * 1024 ** 2, ' '))],
  ])('is damaged when it %s', async (_, bytes) => {
    await expect(readBundle(bytes, URI)).rejects.toMatchObject({
      code: 'object_damaged',
      message: `A skill's bundle is not what skillrun writes [uri=${URI}]`,
    });
  });

  it.each<[string, string[]]>([
    ['leads up', ['../evil']],
    ['leads up in its middle', ['a/../../evil']],
    ['is absolute', ['/etc/evil']],
    ['is empty', ['']],
    ['has an empty part', ['a//b']],
    ['is the folder itself', ['.']],
    ['has a NUL', ['a\0b']],
    ['has a backslash', [String.raw`a\..\b`]],
    ['has a name longer than file systems take', ['x'.repeat(256)]],
    ['stands there twice', ['a', 'a']],
    ['is out of order', ['b', 'a']],
    ['is a folder of another', ['a', 'a/b']],
    ['is a folder of another further on', ['a', 'a-b', 'a/b']],
  ])('is refused when a path in it %s', async (_, hostile) => {
    await expect(readBundle(bundle(hostile.map(plain)), URI)).rejects.toMatchObject({
      code: 'invalid_skill',
      message: expect.stringContaining(URI) as string,
    });
  });

  it('is refused with more files than a skill may have', async () => {
    const many = Array.from({ length: 2001 }, (_, index) => plain(String(index).padStart(4, '0')));
    await expect(readBundle(bundle(many), URI)).rejects.toMatchObject({ code: 'invalid_skill' });
  });
});

describe('writing a skill', () => {
  let parent: string;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'skillrun-write-'));
  });

  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('makes read-only files and nothing beside them', async () => {
    await writeSkill([file('SKILL.md', 'text'), file('scripts/run.sh', 'echo', true)], join(parent, 'one'));
    expect(await readdir(parent)).toEqual(['one']);
    expect(await readFile(join(parent, 'one/SKILL.md'), 'utf8')).toBe('text');
    expect((await stat(join(parent, 'one/SKILL.md'))).mode & 0o777).toBe(0o444);
    expect((await stat(join(parent, 'one/scripts/run.sh'))).mode & 0o777).toBe(0o555);
  });

  it('leaves a folder as it is that is already there, as when two attempts meet', async () => {
    const folder = join(parent, 'one');
    await Promise.all([writeSkill([file('SKILL.md')], folder), writeSkill([file('SKILL.md')], folder)]);
    await writeSkill([file('SKILL.md', 'later')], folder);
    expect(await readdir(parent)).toEqual(['one']);
    expect(await readFile(join(folder, 'SKILL.md'), 'utf8')).toBe('x');
  });

  it('leaves nothing when it fails', async () => {
    await expect(writeSkill([file('a'), file('a/b')], join(parent, 'one'))).rejects.toThrow();
    expect(await readdir(parent)).toEqual([]);
    await mkdir(join(parent, 'two'));
    await expect(writeSkill([file('a'), file('a')], join(parent, 'two'))).rejects.toThrow();
    expect(await readdir(parent)).toEqual(['two']);
  });
});
