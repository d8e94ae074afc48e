import { chmod, mkdir, open, rename, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeEach, afterEach, describe, expect, it } from 'vitest';
import { loadSkill, validateSkill } from '../../src/skills/index.ts';
import { greeting, makeSkills, type SkillFolder } from './skill-folder.ts';

let skills: SkillFolder;
let folder: string;

beforeEach(async () => {
  skills = await makeSkills({ 'greeting/SKILL.md': greeting, 'greeting/scripts/hello.sh': 'echo hello' });
  folder = join(skills.path, 'greeting');
});

afterEach(() => skills[Symbol.asyncDispose]());

const digest = async (): Promise<string> => (await loadSkill(folder)).digest;

describe('loading a skill', () => {
  it('gives its manifest, its instructions and its files in order', async () => {
    const skill = await loadSkill(folder);
    expect(skill.manifest.name).toBe('greeting');
    expect(skill.instructions).toBe('\nSay hello.\n');
    expect(skill.files.map(({ path, executable }) => [path, executable])).toEqual([
      ['SKILL.md', false],
      ['scripts/hello.sh', false],
    ]);
  });

  it('says that there is none where SKILL.md is missing', async () => {
    await expect(loadSkill(join(skills.path, 'nothing'))).rejects.toMatchObject({
      code: 'unknown_skill',
      message: expect.stringContaining(join(skills.path, 'nothing')) as string,
    });
  });

  it('names the file, the field and the number of problems', async () => {
    await skills.write({ 'greeting/SKILL.md': '---\nname: greeting\nversion: 1\n---\nx' });
    await expect(loadSkill(folder)).rejects.toMatchObject({
      code: 'invalid_skill',
      message: `description is missing (and 1 more) [file=${join(folder, 'SKILL.md')}]`,
      hint: '`skillrun skills validate` shows all problems',
    });
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['a symlink to a file', (path) => symlink('/etc/passwd', path)],
    ['a symlink to a folder', (path) => symlink('/etc', path)],
    ['a named pipe', (path) => execa('mkfifo', [path])],
  ])('refuses %s, and names it', async (_, make) => {
    await make(join(folder, 'odd'));
    await expect(loadSkill(folder)).rejects.toMatchObject({
      code: 'invalid_skill',
      message: expect.stringContaining(join(folder, 'odd')) as string,
    });
    expect(await validateSkill(folder)).toEqual([
      { level: 'error', field: 'files', message: expect.stringContaining(join(folder, 'odd')) as string },
    ]);
  });

  it('refuses more than 64 MiB', async () => {
    const file = await open(join(folder, 'huge.bin'), 'w');
    await file.truncate(64 * 1024 ** 2 + 1);
    await file.close();
    await expect(loadSkill(folder)).rejects.toMatchObject({
      code: 'invalid_skill',
      message: expect.stringContaining('64 MiB') as string,
    });
  });

  it('refuses more than 2000 files', async () => {
    await skills.write(Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`greeting/data/${index}`, ''])));
    await expect(loadSkill(folder)).rejects.toMatchObject({
      code: 'invalid_skill',
      message: expect.stringContaining('2000 files') as string,
    });
  });
});

describe("a skill's digest", () => {
  it('stays the same for the same content, wherever and whenever it was written', async () => {
    const before = await digest();
    await utimes(join(folder, 'SKILL.md'), 1, 1);
    await mkdir(join(folder, 'empty'));
    await mkdir(join(skills.path, 'elsewhere'));
    await rename(folder, join(skills.path, 'elsewhere/greeting'));
    folder = join(skills.path, 'elsewhere/greeting');
    expect(await digest()).toBe(before);
  });

  it('leaves out what tools put beside the files', async () => {
    const before = await digest();
    await skills.write({
      'greeting/.git/HEAD': 'x',
      'greeting/scripts/__pycache__/a.pyc': 'x',
      'greeting/.DS_Store': 'x',
    });
    expect(await digest()).toBe(before);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a byte of a file', () => skills.write({ 'greeting/scripts/hello.sh': 'echo hellO' })],
    ['the name of a file', () => rename(join(folder, 'scripts/hello.sh'), join(folder, 'scripts/hallo.sh'))],
    ['the executable bit', () => chmod(join(folder, 'scripts/hello.sh'), 0o755)],
    ['one file more', () => skills.write({ 'greeting/more.txt': '' })],
    [
      'content that moves from one file to the next',
      async () => {
        await skills.write({ 'greeting/a': '12', 'greeting/b': '3' });
        const before = await digest();
        await skills.write({ 'greeting/a': '1', 'greeting/b': '23' });
        expect(await digest()).not.toBe(before);
      },
    ],
  ])('changes with %s', async (_, change) => {
    const before = await digest();
    await change();
    expect(await digest()).not.toBe(before);
  });
});
