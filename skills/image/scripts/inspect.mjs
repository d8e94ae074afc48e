// Commands that look at pictures and change nothing.
import { stat } from 'node:fs/promises';
import sharp from 'sharp';
import { open, save, sizeOf } from './files.mjs';

/** Differences up to this many of 255 levels are invisible, and usual after encoding. */
const VISIBLE = 12;

export async function info(files) {
  const found = [];
  for (const file of files) {
    const picture = await open(file);
    const { format, space, hasAlpha, pages = 1, density, orientation } = await picture.metadata();
    const { isOpaque, channels } = await picture.stats();
    const mean = channels.slice(0, 3).map((channel) => Math.round(channel.mean));
    found.push({
      file,
      format,
      ...(await sizeOf(picture)),
      bytes: (await stat(file)).size,
      space,
      transparent: hasAlpha && !isOpaque,
      frames: pages,
      ...(density && { density }),
      ...(orientation && { orientation }),
      mean,
      // No channel varies: what an empty page or a failed rendering looks like.
      oneColour: channels.every((channel) => channel.min === channel.max),
    });
  }
  return found;
}

export async function compare([a, b], { out }) {
  const [left, right] = [await pixels(a), await pixels(b)];
  if (left.info.width !== right.info.width || left.info.height !== right.info.height) {
    const sizes = [left, right].map(({ info }) => `${info.width}x${info.height}`);
    throw new Error(`${a} is ${sizes[0]} and ${b} is ${sizes[1]}: resize one of them first`);
  }
  const { width, height } = left.info;
  const drawn = Buffer.alloc(width * height * 3);
  let different = 0;
  let visible = 0;
  let sum = 0;
  for (let pixel = 0; pixel < width * height; pixel++) {
    let most = 0;
    for (let channel = 0; channel < 4; channel++) {
      const gap = Math.abs(left.data[pixel * 4 + channel] - right.data[pixel * 4 + channel]);
      most = Math.max(most, gap);
      sum += gap;
    }
    if (most > 0) different++;
    if (most > VISIBLE) visible++;
    drawn.fill(most, pixel * 3, pixel * 3 + 3);
  }
  const share = (count) => Number((count / (width * height)).toFixed(4));
  const verdict = {
    identical: different === 0,
    different: share(different),
    visiblyDifferent: share(visible),
    meanDifference: Number((sum / (width * height * 4 * 255)).toFixed(4)),
  };
  if (out === undefined) return verdict;
  return [verdict, await save(sharp(drawn, { raw: { width, height, channels: 3 } }), out, [a, b])];
}

async function pixels(path) {
  const picture = await open(path);
  return picture.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}
