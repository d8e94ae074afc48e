// Commands that put pictures together.
import { basename } from 'node:path';
import sharp from 'sharp';
import { open, save, sizeOf } from './files.mjs';
import { lettering } from './lettering.mjs';
import { corner } from './placement.mjs';
import { UsageError } from './usage.mjs';

export async function composite([base, overlay, out], options) {
  const picture = await open(base);
  const top = await open(overlay);
  if (options.width) top.resize({ width: options.width });
  if (options.opacity !== undefined) fade(top, options.opacity);
  const { data, info } = await top.png().toBuffer({ resolveWithObject: true });
  const size = await sizeOf(picture);
  if (info.width > size.width || info.height > size.height) {
    throw new Error(
      `${overlay}: ${info.width}x${info.height} is larger than the base's ${size.width}x${size.height}; give --width`,
    );
  }
  picture.composite([{ input: data, blend: options.blend ?? 'over', ...corner(info, size, options) }]);
  return save(picture, out, [base, overlay], options);
}

/** Multiplies the alpha channel. */
function fade(picture, opacity) {
  picture.ensureAlpha().linear([1, 1, 1, opacity], [0, 0, 0, 0]);
}

export async function text([input, out], options) {
  if (!options.text?.trim()) throw new UsageError('text needs --text "…"');
  const picture = await open(input);
  const size = await sizeOf(picture);
  const letters = options.size ?? Math.max(12, Math.round(size.height / 20));
  const padding = options.box === undefined ? 0 : Math.round(letters / 2);
  const margin = options.margin ?? Math.round(letters / 2);
  const wrap = size.width - 2 * (margin + padding);
  const drawn = await lettering(options.text, { ...options, size: letters, width: Math.max(1, wrap) });
  const box = { width: drawn.width + 2 * padding, height: drawn.height + 2 * padding };
  if (box.width > size.width || box.height > size.height) {
    throw new Error(
      `${input}: the text needs ${box.width}x${box.height} of ${size.width}x${size.height} pixels; lower --size`,
    );
  }
  const at = corner(box, size, { position: 'south', ...options, margin });
  const layers = [{ input: drawn.data, left: at.left + padding, top: at.top + padding }];
  if (options.box !== undefined) {
    layers.unshift({ input: { create: { ...box, channels: 4, background: options.box } }, ...at });
  }
  return save(picture.composite(layers), out, [input], options);
}

export async function montage([out, ...inputs], options) {
  if (inputs.length === 0) throw new UsageError('montage needs at least one picture after OUT');
  const [, width, height] = (options.cell ?? '320x240').match(/^(\d+)x(\d+)$/)?.map(Number) ?? [];
  if (!width || !height) throw new UsageError(`--cell is WIDTHxHEIGHT, not "${options.cell}"`);
  const { gap = 8, fit = 'contain', background = 'white' } = options;
  const columns = options.columns || Math.ceil(Math.sqrt(inputs.length));
  const rows = Math.ceil(inputs.length / columns);
  const label = options.labels ? 24 : 0;
  const layers = [];
  for (const [index, input] of inputs.entries()) {
    const left = gap + (index % columns) * (width + gap);
    const top = gap + Math.floor(index / columns) * (height + label + gap);
    const cell = (await open(input)).resize({ width, height, fit, background });
    layers.push({ input: await cell.png().toBuffer(), left, top });
    if (options.labels) {
      const name = await lettering(basename(input), { size: 14, color: 'black' });
      const shown = await sharp(name.data)
        .resize({ width: Math.min(width, name.width) })
        .toBuffer();
      layers.push({
        input: shown,
        left: left + Math.max(0, Math.round((width - name.width) / 2)),
        top: top + height + 4,
      });
    }
  }
  const sheet = sharp({
    create: {
      width: columns * (width + gap) + gap,
      height: rows * (height + label + gap) + gap,
      channels: 4,
      background,
    },
  });
  return save(sheet.composite(layers), out, inputs, options);
}

export async function canvas([out], options) {
  const { width, height, color = 'white', to } = options;
  if (!width || !height) throw new UsageError('canvas needs --width and --height');
  if (to === undefined) {
    return save(sharp({ create: { width, height, channels: 4, background: color } }), out, [], options);
  }
  const ends = await Promise.all(
    [color, to].map((background) =>
      sharp({ create: { width: 1, height: 1, channels: 4, background } })
        .raw()
        .toBuffer(),
    ),
  );
  return save(gradient(ends, width, height), out, [], options);
}

function gradient([from, to], width, height) {
  const column = Buffer.alloc(height * 4);
  for (let y = 0; y < height; y++) {
    const share = height === 1 ? 0 : y / (height - 1);
    for (let channel = 0; channel < 4; channel++) {
      column[y * 4 + channel] = Math.round(from[channel] + share * (to[channel] - from[channel]));
    }
  }
  return sharp(column, { raw: { width: 1, height, channels: 4 } }).resize({ width, height, fit: 'fill' });
}
