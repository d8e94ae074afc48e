import type { ScriptedTurn } from '../../test/support/scripted-model.ts';

export const PROMPT =
  'Make a square picture of 512 by 512 pixels from the photo, in warm light colours, with the caption "Made by skillrun" at the bottom. Deliver it as a PNG.';

const image = (...words: string[]): string => `node "$SKILL_DIR/scripts/image.mjs" ${words.join(' ')}`;
const bash = (...lines: string[]) => ({ name: 'execute_bash', arguments: { command: lines.join('\n') } });

/** Which of the commands below is killed in its middle, counted from 1. */
export const KILLED_COMMAND = 2;

/** What the model does when there is no key for a real one. */
export const script: ScriptedTurn[] = [
  { text: 'I look at the photo first.', calls: [bash(image('info', 'inputs/photo.jpg'))] },
  {
    text: 'Now I crop it and warm up its colours.',
    calls: [
      bash(
        image('resize inputs/photo.jpg square.png --width 512 --height 512 --fit cover --position attention'),
        'sleep 4 # stands for an hour of work',
        image('adjust square.png warm.png --brightness 1.05 --saturation 1.2'),
      ),
    ],
  },
  {
    text: 'The caption.',
    calls: [bash(image('text warm.png picture.png --text "Made by skillrun" --size 36 --position south'))],
  },
  { text: 'I check the result and deliver it.', calls: [bash(image('info picture.png'))] },
  { calls: [{ name: 'set_output_image', arguments: { path: 'picture.png' } }] },
  { text: 'The picture is ready: 512 by 512 pixels, warm colours, with the caption.' },
];
