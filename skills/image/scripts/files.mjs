// Pictures in and out of files.
import { mkdir, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import sharp from 'sharp';

const formats = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  gif: 'gif',
  tif: 'tiff',
  tiff: 'tiff',
};

/** Options that every command takes for the file that it writes. */
export const outputOptions = { quality: 'whole', lossless: 'flag', background: 'text', 'keep-metadata': 'flag' };

/** A picture, upright; all frames of an animation when `animated`. Names the file when it is none. */
export async function open(path, { animated = false } = {}) {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new Error(`${path}: no such file; "ls -R inputs" shows what there is`);
  const picture = sharp(path, { autoOrient: true, animated });
  try {
    await picture.metadata();
  } catch (error) {
    throw new Error(`${path}: not a picture that can be read here (${error.message.split('\n')[0]})`, { cause: error });
  }
  return picture;
}

/** Width and height as seen, after the EXIF orientation; of one frame. */
export async function sizeOf(picture) {
  const { autoOrient, pageHeight } = await picture.metadata();
  return { width: autoOrient.width, height: pageHeight ?? autoOrient.height };
}

export function formatOf(path) {
  const format = formats[extname(path).slice(1).toLowerCase()];
  if (!format) throw new Error(`${path}: the extension has to be one of ${Object.keys(formats).join(', ')}`);
  return format;
}

export function canAnimate(path) {
  return ['gif', 'webp'].includes(formatOf(path));
}

/** Encodes a picture for the extension of `out`. JPEG has no transparency: it is laid on `background`, white by default. */
export async function encode(picture, out, options = {}) {
  const format = formatOf(out);
  const made = picture.clone();
  if (format === 'jpeg') made.flatten({ background: options.background ?? 'white' });
  if (options['keep-metadata']) made.keepMetadata();
  const { data, info } = await made.toFormat(format, encoding(format, options)).toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.pageHeight ?? info.height };
}

function encoding(format, { quality, lossless }) {
  if (format === 'gif') return {};
  if (format === 'png') return quality === undefined ? { compressionLevel: 9 } : { palette: true, quality };
  return {
    ...(quality !== undefined && { quality }),
    ...(format === 'jpeg' && { mozjpeg: true }),
    ...(lossless && format !== 'jpeg' && { lossless: true }),
  };
}

/** Writes a picture to `out`, whose folder is made; refuses to overwrite one of its `inputs`. */
export async function save(picture, out, inputs, options = {}) {
  const encoded = await encode(picture, out, options);
  return write(encoded, out, inputs);
}

export async function write({ data, width, height }, out, inputs) {
  for (const input of inputs) {
    if ((await realpath(input)) === (await realpath(out).catch(() => undefined))) {
      throw new Error(`${out}: is also an input; choose another name for the result`);
    }
  }
  await mkdir(dirname(out), { recursive: true });
  await writeFile(out, data);
  return { file: out, format: formatOf(out), width, height, bytes: data.byteLength };
}
