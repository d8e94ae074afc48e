import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { sampleDeck } from '../../skills/pptx/sample-deck.ts';
import { bash, runScripted, say, setOutput } from '../../support/scripted-run.ts';

const script = (line: string) => bash(`node "$SKILL_DIR/scripts/${line.replace(' ', '" ')}`);

const text = (xml: string) => [...xml.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, words]) => words).join(' ');

/** The texts of each slide and notes page, straight from the file. */
async function textsOf(path: string): Promise<Record<string, string>> {
  const parts = unzipSync(await readFile(path), {
    filter: ({ name }) => /(slides|notesSlides)\/[^/]+\.xml$/.test(name),
  });
  return Object.fromEntries(
    Object.entries(parts).map(([name, bytes]) => [name.split('/').at(-1), text(strFromU8(bytes))]),
  );
}

const DECK = `
import PptxGenJS from 'pptxgenjs';
const deck = new PptxGenJS();
deck.layout = 'LAYOUT_WIDE';
const title = { x: 0.6, y: 0.4, w: 12, h: 0.9, fontSize: 30 };
deck.defineSlideMaster({ title: 'CONTENT', objects: [{ placeholder: { options: { name: 'title', type: 'title', ...title }, text: '' } }] });
const slide = deck.addSlide({ masterName: 'CONTENT' });
slide.addText('Two of three halls are ready', { placeholder: 'title' });
slide.addText('Hall C waits for parts & people. '.repeat(REPEAT), { x: 0.6, y: 1.6, w: 4, h: 1, fontSize: 20 });
slide.addChart(deck.ChartType.bar, [{ name: 'Metres', labels: ['Jan', 'Feb'], values: [400, 1100] }], { x: 6, y: 1.6, w: 6, h: 4 });
slide.addNotes('Start with the good news.');
await deck.writeFile({ fileName: 'deck.pptx' });`;

test('a new deck is checked, mended and delivered with its chart and notes', async () => {
  const run = await runScripted({
    skill: 'pptx',
    prompt: 'One slide on the state of the halls.',
    turns: [
      [bash(`cat > deck.mjs <<'EOF'${DECK.replace('REPEAT', '9')}\nEOF\nnode deck.mjs`), script('check.mjs deck.pptx')],
      [bash(`sed -i 's/repeat(9)/repeat(1)/' deck.mjs && node deck.mjs`), script('check.mjs deck.pptx')],
      [script('read.mjs deck.pptx')],
      [setOutput('document', 'deck.pptx')],
      say('One slide.'),
    ],
  });

  expect(run.toolResults[1]).toMatchObject({ success: false, stdout: expect.stringContaining('more height') });
  expect(run.toolResults[3]).toMatchObject({ success: true, stdout: 'ok\n' });
  expect(run.result.outputs.document).toMatchObject({
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  });
  const path = await run.output('document');
  const texts = await textsOf(path);
  expect(texts['slide1.xml']).toContain('Two of three halls are ready');
  expect(texts['slide1.xml']).toContain('parts &amp; people');
  expect(texts['notesSlide1.xml']).toContain('Start with the good news.');
  expect(Object.keys(unzipSync(await readFile(path)))).toContain('ppt/charts/chart1.xml');
});

test('an existing deck gets new words on slides, in tables and in notes', async () => {
  const run = await runScripted({
    skill: 'pptx',
    prompt: 'Bring the deck to Q2.',
    inputs: [{ kind: 'document', name: 'deck.pptx', bytes: await sampleDeck() }],
    turns: [
      [script('read.mjs inputs/deck.pptx')],
      [
        bash(
          `echo '[{"find":"Q1 2026","with":"Q2 2026"},{"find":"1.2 million","with":"1.4 million"},{"find":"South shrank","with":"South held"},{"find":"Ask for budget","with":"Say thanks"}]' > edits.json`,
        ),
        script('replace.mjs inputs/deck.pptx q2.pptx --edits edits.json'),
      ],
      [setOutput('document', 'q2.pptx')],
      say('Updated.'),
    ],
  });

  const texts = await textsOf(await run.output('document'));
  expect(texts['slide1.xml']).toContain('Results of Q2 2026');
  expect(texts['slide1.xml']).toContain('1.4 million');
  expect(texts['slide2.xml']).toContain('South held');
  expect(texts['notesSlide1.xml']).toContain('Say thanks');
});

test('the model learns that a text is not on the slides, and nothing is written', async () => {
  const run = await runScripted({
    skill: 'pptx',
    prompt: 'Change Q9.',
    inputs: [{ kind: 'document', name: 'deck.pptx', bytes: await sampleDeck() }],
    turns: [
      [script('replace.mjs inputs/deck.pptx q9.pptx --find Q9 --with Q1')],
      [setOutput('document', 'q9.pptx')],
      say('There is no Q9.'),
    ],
  });

  expect(run.toolResults[0]).toMatchObject({ success: false, stderr: expect.stringContaining('not found: "Q9"') });
  expect(run.toolResults[1]).toMatchObject({ success: false });
  expect(run.result.outputs).toEqual({});
});
