import { resolve } from 'node:path';
import sharp from 'sharp';
import { Problem } from '../cli.mjs';

/** Pixels; a wider picture gains nothing on a page. */
const MAX_WIDTH = 1600;

/** Replaces the source of each picture by its bytes, as a PNG or JPEG that every format can hold. */
export async function embedPictures($, folder) {
  for (const image of $('img').toArray()) $(image).attr('src', await dataUri($(image).attr('src') ?? '', folder));
}

async function dataUri(source, folder) {
  const shown = source.slice(0, 60);
  if (/^(?!data:)[a-z]+:|^\/\//i.test(source)) {
    throw new Problem(`picture ${shown}: only files of the workspace can be embedded; save it there first`);
  }
  try {
    const input = source.startsWith('data:') ? await bytesOf(source) : resolve(folder, decodeURI(source));
    const { format } = await sharp(input).metadata();
    const image = sharp(input).rotate().resize({ width: MAX_WIDTH, withoutEnlargement: true });
    return format === 'jpeg'
      ? `data:image/jpeg;base64,${(await image.jpeg({ quality: 85 }).toBuffer()).toString('base64')}`
      : `data:image/png;base64,${(await image.png().toBuffer()).toString('base64')}`;
  } catch (error) {
    throw new Problem(`picture ${shown}: ${error.message.split('\n')[0]}. Its path is relative to the input document.`);
  }
}

/** `fetch` reads a data URI without a network. */
async function bytesOf(uri) {
  return Buffer.from(await (await fetch(uri)).arrayBuffer());
}
