import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { load } from 'cheerio';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toolboxFolder } from '../../../src/worker/data-folder.ts';
import { needsPrograms } from '../../support/programs.ts';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';

let shell: SkillShell;
const page = (line: string) => shell.run(`node "$SKILL_DIR/scripts/page.mjs" ${line}`);
const problems = async (line: string) => {
  const { stdout } = await page(line);
  return stdout === '' ? [] : stdout.split('\n').map((found) => JSON.parse(found));
};
const write = (name: string, text: string) => writeFile(shell.path(name), text);
const whole = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>T</title>${head}</head><body>${body}</body></html>`;

beforeAll(async () => {
  shell = await openSkillShell('html');
});
afterAll(() => shell[Symbol.asyncDispose]());

describe('inline', () => {
  beforeEach(async () => {
    await mkdir(shell.path('site/css'), { recursive: true });
    await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } }).toFile(
      shell.path('site/my dot.png'),
    );
    await cp(`${toolboxFolder()}/pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf`, shell.path('site/css/a.ttf'));
    await write(
      'site/css/style.css',
      "@font-face { font-family: A; src: url(a.ttf) } p { background: url('../my%20dot.png') }",
    );
    await write('site/app.js', "document.title = 'from a script </script>';");
    const head = '<link rel="stylesheet" href="css/style.css" media="print">';
    await write(
      'site/index.html',
      whole('<p>Hi</p><img src="my dot.png" alt="dot"><script src="app.js"></script>', head),
    );
  });

  test('a page with its style, font, script and pictures becomes one file', async () => {
    const { stdout } = await page('inline site/index.html one.html');
    expect(JSON.parse(stdout)).toMatchObject({ file: 'one.html', inlined: 3 });
    expect(await problems('check one.html')).toEqual([]);
    const $ = load(await readFile(shell.path('one.html'), 'utf8'));
    expect($('style').attr('media')).toBe('print');
    expect($('style').text()).toMatch(/url\("data:font\/ttf;base64,[^"]+"\).*url\("data:image\/png;base64,/s);
    expect($('img').attr('src')).toMatch(/^data:image\/png;base64,/);
    expect($('script').attr('src')).toBeUndefined();
    expect($('script').text()).toBe("document.title = 'from a script <\\/script>';");
    expect($('p').text()).toBe('Hi');
  });

  test.each([
    ['<img src="https://example.com/a.png" alt="">', 'https://example.com/a.png: is on the network'],
    ['<img src="//example.com/a.png" alt="">', '//example.com/a.png: is on the network'],
    ['<style>p { background: url(http://example.com/x.png) }</style>', 'http://example.com/x.png: is on the network'],
    ['<img src="gone.png" alt="">', 'gone.png: is referred to, but cannot be read (ENOENT)'],
    ['<iframe src="index.html"></iframe>', 'index.html: its kind cannot be inlined'],
  ])('what cannot go in is refused by name: %s', async (body, message) => {
    await write('site/bad.html', whole(body));
    const failed = await page('inline site/bad.html bad.html');
    expect(failed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(message) });
    expect(failed.stderr).toMatch(/^page: /);
  });
});

test('a check names each thing that would break the page elsewhere', async () => {
  await write(
    'bad.html',
    '<html><body><img src="gone.png"><script src="https://cdn.example.com/x.js"></script><p id=a><p id=a><a href="#b">b</a>text',
  );
  const found = (await problems('check bad.html')).map(({ problem, where }) => [problem, where]);
  expect(found).toEqual(
    expect.arrayContaining([
      ['does not begin with <!doctype html>', undefined],
      ['no language', '<html lang="…">'],
      ['no title', '<title>'],
      ['no character set', '<meta charset="utf-8">'],
      ['image without alt text', '<img src="gone.png">'],
      ['missing file', 'gone.png'],
      ['needs the network', 'https://cdn.example.com/x.js'],
      ['id used more than once', 'a'],
      ['link to no place in the page', '#b'],
    ]),
  );
  await write('good.html', whole('<h1 id="a">Hi</h1><a href="#a">up</a>'));
  expect(await page('check good.html')).toMatchObject({ exitCode: 0, stdout: '' });
});

test('the text of a page is Markdown, without its scripts and navigation', async () => {
  const table = '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>';
  await write(
    'a.html',
    whole(`<nav>menu</nav><main><h2>Head</h2><p>See <a href="x">this</a>.</p>${table}<script>hidden()</script></main>`),
  );
  const { stdout } = await page('text a.html');
  expect(stdout).toBe('title: T\n\n## Head\n\nSee [this](x).\n\n| a | b |\n| --- | --- |\n| 1 | 2 |');
});

describe('in Chromium', () => {
  needsPrograms('chromium');

  test('rendering finds broken scripts, missing files and what is too wide for a phone', async () => {
    const body =
      '<div id="wide" style="width: 700px">w</div><img src="gone.png" alt=""><script>undefinedFunction()</script>';
    await write('b.html', whole(body));
    expect(await problems('render b.html --width 360')).toEqual(
      expect.arrayContaining([
        { problem: 'error of a script', where: 'undefinedFunction is not defined' },
        { problem: 'did not load', where: expect.stringMatching(/gone\.png$/) },
        { problem: 'wider than the window', where: 'div#wide reaches to 708 of 360 pixels' },
      ]),
    );
    expect((await problems('render b.html --width 1280')).map(({ problem }) => problem)).not.toContain(
      'wider than the window',
    );
  });

  test('a page is printed in the size that was asked for', async () => {
    await write('c.html', whole('<h1>One</h1><h1 style="break-before: page">Two</h1>'));
    const { stdout } = await page('print c.html c.pdf --format A5 --landscape');
    expect(JSON.parse(stdout)).toMatchObject({ pages: 2, problems: [] });
    const pdf = await PDFDocument.load(await readFile(shell.path('c.pdf')));
    const { width, height } = pdf.getPage(0).getSize();
    // A5 is 210 x 148 mm; a PDF counts in points.
    expect(Math.abs(width - 595)).toBeLessThan(2);
    expect(Math.abs(height - 420)).toBeLessThan(2);
  });
});

test.each([
  ['check gone.html', 1, 'page: gone.html: no such file'],
  ['inline good.html', 2, 'page: needs OUT'],
  ['inline good.html ./good.html', 1, 'page: ./good.html: is the input'],
  ['fold good.html', 2, 'page: usage: node page.mjs'],
  ['render good.html --width wide', 2, 'page: --width needs a whole number'],
  ['check good.html --fast', 2, "page: Unknown option '--fast'"],
])('a mistake is a line that names it: %s', async (line, exitCode, message) => {
  await write('good.html', whole('<p>Hi</p>'));
  expect(await page(line)).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
});
