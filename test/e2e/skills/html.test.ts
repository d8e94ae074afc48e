import { readFile } from 'node:fs/promises';
import { load } from 'cheerio';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { needsPrograms } from '../../support/programs.ts';
import { bash, runScripted, say, setOutput } from '../../support/scripted-run.ts';

needsPrograms('chromium');

const page = (line: string) => bash(`node "$SKILL_DIR/scripts/page.mjs" ${line}`);

async function pdfText(path: string): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(await readFile(path)), verbosity: 0 }).promise;
  const pages = Array.from({ length: pdf.numPages }, async (_, index) => {
    const { items } = await (await pdf.getPage(index + 1)).getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join(' ');
  });
  return (await Promise.all(pages)).join('\f');
}

const build = `cat > build.mjs <<'JS'
import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import sharp from 'sharp';
const rows = readFileSync('inputs/sales.csv', 'utf8').trim().split('\\n').slice(1).map((line) => line.split(';'));
const escape = (text) => text.replace(/[&<>"]/g, (c) => '&#' + c.codePointAt(0) + ';');
mkdirSync('site', { recursive: true });
writeFileSync('site/style.css', 'td { padding: 4px } @media print { @page { size: A4 landscape } }');
await sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } }).toFile('site/logo.png');
writeFileSync('site/index.html', '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sales</title><link rel="stylesheet" href="style.css"></head><body><h1>Sales</h1><img src="logo.png" alt="logo"><table>' + rows.map((row) => '<tr>' + row.map((cell) => '<td>' + escape(cell) + '</td>').join('') + '</tr>').join('') + '</table></body></html>');
JS
node build.mjs`;

test('a report becomes one page that stands alone, and a PDF of it', async () => {
  const run = await runScripted({
    skill: 'html',
    prompt: 'A page and a PDF of these sales.',
    inputs: [{ kind: 'document', name: 'sales.csv', bytes: Buffer.from('region;sales\nNorth & <South>;120\nÖst;7\n') }],
    turns: [
      [bash(build)],
      [page('inline site/index.html report.html')],
      [page('check report.html'), page('render report.html --width 360')],
      [page('print report.html report.pdf')],
      [setOutput('html', 'report.html'), setOutput('document', 'report.pdf')],
      say('report.html and report.pdf.'),
    ],
  });
  expect(run.toolResults.slice(0, 5).map(({ success }) => success)).toEqual([true, true, true, true, true]);
  expect(run.result.outputs).toMatchObject({
    html: { mediaType: 'text/html', path: 'report.html' },
    document: { mediaType: 'application/pdf', path: 'report.pdf' },
  });
  const $ = load(await readFile(await run.output('html'), 'utf8'));
  expect(
    $('td')
      .toArray()
      .map((cell) => $(cell).text()),
  ).toEqual(['North & <South>', '120', 'Öst', '7']);
  expect($('link').length).toBe(0);
  expect($('img').attr('src')).toMatch(/^data:image\/png;base64,/);
  const text = await pdfText(await run.output('document'));
  expect(text).toContain('North & <South>');
  expect(text).toContain('Öst');
});

test('a page that needs the network is refused before it is handed over, and text is no HTML output', async () => {
  const run = await runScripted({
    skill: 'html',
    prompt: 'Make my page self-contained.',
    inputs: [
      {
        kind: 'document',
        name: 'page.html',
        bytes: Buffer.from('<!doctype html><script src="https://cdn.example.com/chart.js"></script>'),
      },
      { kind: 'document', name: 'notes.txt', bytes: Buffer.from('only text') },
    ],
    turns: [
      [
        page('inline inputs/page.html page.html'),
        page('render inputs/page.html'),
        setOutput('html', 'inputs/notes.txt'),
      ],
      say('The page loads chart.js from the network; I need that file.'),
    ],
  });
  expect(run.toolResults).toMatchObject([
    { success: false, stderr: expect.stringContaining('https://cdn.example.com/chart.js: is on the network') },
    {
      success: false,
      stdout: expect.stringContaining('{"problem":"did not load","where":"https://cdn.example.com/chart.js"}'),
    },
    { success: false, error: expect.any(String) },
  ]);
  expect(run.result.outputs).toEqual({});
});
