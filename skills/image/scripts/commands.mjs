// The table of commands: operands, options, and what each does.
import { canvas, composite, montage, text } from './compose.mjs';
import { adjust, convert, crop, resize } from './edit.mjs';
import { outputOptions } from './files.mjs';
import { compare, info } from './inspect.mjs';

const positions = 'centre, north, northeast, east, southeast, south, southwest, west, northwest';

export const commands = {
  info: {
    summary: 'Says format, size as seen, transparency, frames and mean colour of files',
    operands: ['FILE…'],
    options: {},
    run: info,
  },
  resize: {
    summary: 'Scales to a width, a height, a box or a percentage',
    notes:
      '--fit is inside (the default: all of it, within the box), cover (fills the box, cuts), contain (fills the box, pads with --background) or fill (distorts). What cover keeps is at --position: a compass point, or attention (what draws the eye), or entropy. Without --enlarge, inside never makes a picture larger.',
    operands: ['IN', 'OUT'],
    options: {
      width: 'whole',
      height: 'whole',
      percent: 'number',
      fit: 'text',
      position: 'text',
      enlarge: 'flag',
      ...outputOptions,
    },
    run: resize,
  },
  crop: {
    summary: 'Cuts out a rectangle at --left --top, or of that size at a --position',
    notes: `--position is one of ${positions}.`,
    operands: ['IN', 'OUT'],
    options: {
      width: 'whole',
      height: 'whole',
      left: 'whole',
      top: 'whole',
      position: 'text',
      ...outputOptions,
    },
    run: crop,
  },
  convert: {
    summary: 'Changes the format; with --max-bytes lowers the quality until the file fits',
    operands: ['IN', 'OUT'],
    options: { 'max-bytes': 'whole', ...outputOptions },
    run: convert,
  },
  adjust: {
    summary: 'Turns, mirrors, trims, and changes light, colour and sharpness',
    notes:
      '--rotate DEGREES clockwise, --trim cuts borders of one colour, --brightness, --contrast and --saturation are factors (1 changes nothing), --blur and --sharpen take a sigma in pixels, --tint a colour.',
    operands: ['IN', 'OUT'],
    options: {
      rotate: 'number',
      flip: 'flag',
      flop: 'flag',
      trim: 'flag',
      brightness: 'number',
      contrast: 'number',
      saturation: 'number',
      grayscale: 'flag',
      negate: 'flag',
      normalize: 'flag',
      blur: 'number',
      sharpen: 'number',
      tint: 'text',
      ...outputOptions,
    },
    run: adjust,
  },
  composite: {
    summary: 'Lays one picture over another: watermark, logo, collage',
    notes: `--width scales the overlay. --position is one of ${positions}; or give --left and --top. --opacity is 0 to 1, --blend over, multiply, screen, overlay, …`,
    operands: ['BASE', 'OVERLAY', 'OUT'],
    options: {
      width: 'whole',
      position: 'text',
      left: 'whole',
      top: 'whole',
      margin: 'whole',
      opacity: 'number',
      blend: 'text',
      ...outputOptions,
    },
    run: composite,
  },
  text: {
    summary: 'Writes text on a picture, wrapped to its width',
    notes: `--size is in pixels (default: a twentieth of the height), --box a colour behind the text such as "#000000a0", --font a font of the system such as "DejaVu Serif Bold" (default: Liberation Sans Bold, which is always there). --position is one of ${positions}.`,
    operands: ['IN', 'OUT'],
    options: {
      text: 'text',
      size: 'number',
      color: 'text',
      box: 'text',
      font: 'text',
      position: 'text',
      margin: 'whole',
      ...outputOptions,
    },
    run: text,
  },
  montage: {
    summary: 'Puts pictures in a grid: contact sheet, before and after',
    notes:
      '--cell is WIDTHxHEIGHT (default 320x240), --columns defaults to a square grid, --labels writes the file names.',
    operands: ['OUT', 'IN…'],
    options: { columns: 'whole', cell: 'text', gap: 'whole', fit: 'text', labels: 'flag', ...outputOptions },
    run: montage,
  },
  canvas: {
    summary: 'Makes a new picture of one colour, or a gradient from --color down to --to',
    operands: ['OUT'],
    options: { width: 'whole', height: 'whole', color: 'text', to: 'text', ...outputOptions },
    run: canvas,
  },
  compare: {
    summary: 'Counts the pixels that differ; --out draws the difference',
    operands: ['A', 'B'],
    options: { out: 'text' },
    run: compare,
  },
};
