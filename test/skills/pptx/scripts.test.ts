import { writeFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPresentation } from '../presentation.ts';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';
import { sampleDeck } from './sample-deck.ts';

let shell: SkillShell;
const script = (line: string) => shell.run(`node "$SKILL_DIR/scripts/${line.replace(' ', '" ')}`);

beforeAll(async () => {
  shell = await openSkillShell('pptx');
  await writeFile(shell.path('deck.pptx'), await sampleDeck());
});
afterAll(() => shell[Symbol.asyncDispose]());

test('reading gives titles, tables, bullets, notes and what is hidden, in the order of the show', async () => {
  expect((await script('read.mjs deck.pptx')).stdout).toBe(
    [
      '## Slide 1: Results of Q1 2026',
      '| Revenue | 1.2 million |',
      '> Notes: Ask for budget',
      '',
      '## Slide 2 (hidden)',
      'North grew',
      'South shrank',
    ].join('\n'),
  );
});

test('--json tells where each shape stands, in inches', async () => {
  const { slides } = JSON.parse((await script('read.mjs deck.pptx --json')).stdout);

  expect(slides[1].shapes[0]).toMatchObject({
    kind: 'text',
    box: { x: 1, y: 1, width: 5, height: 2 },
    text: 'North grew\nSouth shrank',
  });
});

test('words are replaced in titles, tables, notes and across runs, and the first run keeps its format', async () => {
  const edits = [
    { find: 'Q1', with: 'Q2' },
    { find: '1.2 million', with: '1.4 & more' },
    { find: 'Ask', with: 'Thank' },
    { find: 'South shrank', with: 'South held' },
  ];
  await writeFile(shell.path('edits.json'), JSON.stringify(edits));

  const { stdout } = await script('replace.mjs deck.pptx next.pptx --edits edits.json');

  expect(JSON.parse(stdout).edits).toEqual(edits.map(({ find }) => ({ find, replaced: 1 })));
  const { stdout: text } = await script('read.mjs next.pptx');
  for (const part of ['Results of Q2 2026', '1.4 & more', 'Thank for budget', 'South held'])
    expect(text).toContain(part);
  const slide = strFromU8(
    unzipSync(await readFile(shell.path('next.pptx')))['ppt/slides/slide2.xml'] ?? new Uint8Array(),
  );
  expect(slide).toMatch(/<a:rPr(?![^>]*b="1")[^>]*>(?:(?!<a:r>).)*<a:t>South held<\/a:t>/);
  expect((await script('package.mjs check next.pptx')).stdout).toBe('ok');
});

test('when a text is not there, nothing is written', async () => {
  expect(await script('replace.mjs deck.pptx none.pptx --find zebra --with x')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('not found: "zebra"'),
  });
  expect(await shell.run('test ! -e none.pptx')).toMatchObject({ exitCode: 0 });
});

test('checking finds what a viewer would see as broken, and nothing else', async () => {
  const deck = newPresentation();
  const slide = deck.addSlide();
  slide.addText('It fits.', { x: 0.5, y: 0.5, w: 4, h: 0.6, fontSize: 20 });
  slide.addText('Far too long for its box. '.repeat(10), { x: 0.5, y: 1.5, w: 3, h: 0.6, fontSize: 20 });
  slide.addText('Over', { x: 5, y: 3, w: 2, h: 1, fontSize: 20 });
  slide.addText('Under', { x: 5.5, y: 3.2, w: 2, h: 1, fontSize: 20 });
  slide.addText('Outside', { x: 9, y: 0.5, w: 3, h: 1, fontSize: 20 });
  await deck.writeFile({ fileName: shell.path('broken.pptx') });

  const { exitCode, stdout } = await script('check.mjs broken.pptx');

  expect(exitCode).toBe(1);
  const findings = stdout.split('\n');
  expect(findings).toHaveLength(3);
  expect(findings[0]).toMatch(/^slide 1: text "Far too long for its box.*more height$/);
  expect(findings[1]).toMatch(/^slide 1: text "Outside" leaves the slide/);
  expect(findings[2]).toBe('slide 1: text "Over" and text "Under" cover each other');
});

test('an empty placeholder is found, a picture with alt text is not', async () => {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } });
  const data = `image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`;
  const deck = newPresentation();
  const title = { name: 'title', type: 'title', x: 1, y: 0.2, w: 8, h: 1 } as const;
  deck.defineSlideMaster({ title: 'MAIN', objects: [{ placeholder: { options: title, text: '' } }] });
  const slide = deck.addSlide({ masterName: 'MAIN' });
  slide.addText('', { placeholder: 'title' });
  slide.addImage({ data, x: 1, y: 2, w: 1, h: 1, altText: 'A red square' });
  await deck.writeFile({ fileName: shell.path('empty.pptx') });

  const { stdout } = await script('check.mjs empty.pptx');

  expect(stdout).toMatch(/^slide 1: text "[^"]*" is empty and shows its prompt when edited$/);
});

test.each([
  ['a missing file', 'read.mjs gone.pptx', 1, 'gone.pptx: no such file'],
  ['a text file', 'check.mjs note.pptx', 1, 'note.pptx: is no PowerPoint file'],
  ['an old PowerPoint file', 'read.mjs old.pptx', 1, '--convert-to pptx'],
  ['a search over two lines', `replace.mjs deck.pptx o.pptx --find $'a\\nb' --with c`, 2, 'is one line of text'],
])('%s ends with one line that says what to do', async (_case, line, exitCode, message) => {
  await writeFile(shell.path('note.pptx'), 'hello');
  await writeFile(shell.path('old.pptx'), Buffer.from('d0cf11e0a1b11ae1', 'hex'));

  const result = await script(line);

  expect(result).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
  expect(result.stderr).not.toContain('\n');
});
