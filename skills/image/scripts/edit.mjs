// Commands that change one picture.
import { canAnimate, encode, open, save, sizeOf, write } from './files.mjs';
import { corner } from './placement.mjs';
import { UsageError } from './usage.mjs';

/** JPEG, WebP and AVIF qualities that `--max-bytes` tries, best first. */
const qualities = [90, 80, 70, 60, 50, 40, 30, 20];

export async function resize([input, out], options) {
  const { width, height, percent, fit = 'inside', position, enlarge = false, background = 'transparent' } = options;
  if ((width ?? height ?? percent) === undefined) throw new UsageError('resize needs --width, --height or --percent');
  const picture = await open(input, { animated: canAnimate(out) });
  const size = await sizeOf(picture);
  const box =
    percent === undefined ? { width, height } : { width: Math.max(1, Math.round((size.width * percent) / 100)) };
  const withoutEnlargement = percent === undefined && fit === 'inside' && !enlarge;
  return save(picture.resize({ ...box, fit, position, background, withoutEnlargement }), out, [input], options);
}

export async function crop([input, out], options) {
  const { width, height } = options;
  if (!width || !height) throw new UsageError('crop needs --width and --height');
  const picture = await open(input);
  const size = await sizeOf(picture);
  const { left, top } = corner({ width, height }, size, options);
  if (left < 0 || top < 0 || left + width > size.width || top + height > size.height) {
    throw new Error(
      `${input}: ${width}x${height} at ${left},${top} is not inside its ${size.width}x${size.height} pixels`,
    );
  }
  return save(picture.extract({ left, top, width, height }), out, [input], options);
}

export async function convert([input, out], options) {
  const picture = await open(input, { animated: canAnimate(out) });
  const limit = options['max-bytes'];
  if (limit === undefined) return save(picture, out, [input], options);
  let encoded;
  for (const quality of qualities) {
    encoded = await encode(picture, out, { ...options, quality });
    if (encoded.data.byteLength <= limit) return { ...(await write(encoded, out, [input])), quality };
  }
  throw new Error(
    `${out}: still ${encoded.data.byteLength} bytes at quality ${qualities.at(-1)}; resize it first, or choose webp`,
  );
}

export async function adjust([input, out], options) {
  const { rotate, brightness, contrast, saturation, blur, sharpen, tint, background = 'transparent' } = options;
  const picture = await open(input);
  if (options.trim) picture.trim();
  if (rotate !== undefined) picture.rotate(rotate, { background });
  if (options.flip) picture.flip();
  if (options.flop) picture.flop();
  if (options.normalize) picture.normalize();
  if (brightness !== undefined || saturation !== undefined) picture.modulate({ brightness, saturation });
  // Around the middle grey, so that the picture's mean stays about the same.
  if (contrast !== undefined) picture.linear(contrast, 128 * (1 - contrast));
  if (tint !== undefined) picture.tint(tint);
  if (options.grayscale) picture.grayscale();
  if (options.negate) picture.negate({ alpha: false });
  if (blur !== undefined) picture.blur(blur);
  if (sharpen !== undefined) picture.sharpen({ sigma: sharpen });
  return save(picture, out, [input], options);
}
