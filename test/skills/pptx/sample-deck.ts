import { newPresentation } from '../presentation.ts';

/** Two slides: a title, a table and notes; bullets with a bold word, a picture without proportions, hidden. */
export async function sampleDeck(): Promise<Uint8Array> {
  const deck = newPresentation();
  deck.defineSlideMaster({
    title: 'MAIN',
    objects: [{ placeholder: { options: { name: 'title', type: 'title', x: 0.5, y: 0.3, w: 9, h: 0.8 }, text: '' } }],
  });
  const first = deck.addSlide({ masterName: 'MAIN' });
  first.addText('Results of Q1 2026', { placeholder: 'title' });
  first.addTable([[{ text: 'Revenue' }, { text: '1.2 million' }]], { x: 0.5, y: 1.5, w: 6 });
  first.addNotes('Ask for budget');
  const second = deck.addSlide();
  const bullets = [
    { text: 'North grew', options: { bullet: true, breakLine: true } },
    { text: 'South ', options: { bullet: true } },
    { text: 'shrank', options: { bold: true } },
  ];
  second.addText(bullets, { x: 1, y: 1, w: 5, h: 2, fontSize: 20 });
  second.hidden = true;
  return (await deck.write({ outputType: 'uint8array' })) as Uint8Array;
}
