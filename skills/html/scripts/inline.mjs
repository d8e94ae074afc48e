// One file out of a page and the files beside it.
import { readFile, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { load } from 'cheerio';
import { loading, readPage, referenceOf } from './source.mjs';

const mediaTypes = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
};

/** Writes the page with everything in it that it loads from files; what the network would have to bring is refused. */
export async function inlinePage(input, out) {
  if (resolve(input) === resolve(out)) throw new Error(`${out}: is the input; choose another name for the result`);
  const $ = load(await readPage(input));
  let inlined = 0;
  for (const [selector, attribute] of loading) {
    for (const element of $(`${selector}[${attribute}]`).toArray()) {
      const path = localPath($(element).attr(attribute), input);
      if (path === undefined) continue;
      inlined++;
      if (selector.includes('stylesheet')) {
        const media = $(element).attr('media');
        const style = $('<style>').text((await styleOf(path)).replaceAll('</style', '<\\/style'));
        $(element).replaceWith(media ? style.attr('media', media) : style);
      } else if (selector === 'script') {
        const script = (await read(path)).toString('utf8').replaceAll('</script', '<\\/script');
        $(element).removeAttr('src').text(script);
      } else {
        $(element).attr(attribute, await dataUri(path));
      }
    }
  }
  for (const element of $('style').toArray()) $(element).text(await withData($(element).text(), input));
  $('[srcset]').removeAttr('srcset');
  const html = $.html();
  await writeFile(out, html);
  return { file: out, bytes: Buffer.byteLength(html), inlined };
}

function localPath(reference, page) {
  const { kind, path } = referenceOf(reference, page);
  if (kind === 'network')
    throw new Error(`${reference}: is on the network; put a copy beside the page, or leave it out`);
  return path;
}

async function styleOf(path) {
  return withData((await read(path)).toString('utf8'), path);
}

/** CSS with the files that it names as data; paths are relative to `from`. */
async function withData(css, from) {
  const parts = css.split(/(url\(\s*(?:"[^"]*"|'[^']*'|[^)]*)\s*\))/);
  const filled = parts.map(async (part, index) => {
    if (index % 2 === 0) return part;
    const reference = part.replace(/^url\(\s*['"]?|['"]?\s*\)$/g, '');
    const path = localPath(reference, from);
    return path === undefined ? part : `url("${await dataUri(path)}")`;
  });
  return (await Promise.all(filled)).join('');
}

async function dataUri(path) {
  const type = mediaTypes[extname(path).toLowerCase()];
  if (!type) throw new Error(`${path}: its kind cannot be inlined; known are ${Object.keys(mediaTypes).join(' ')}`);
  return `data:${type};base64,${(await read(path)).toString('base64')}`;
}

async function read(path) {
  return await readFile(path).catch((cause) => {
    throw new Error(`${path}: is referred to, but cannot be read (${cause.code})`, { cause });
  });
}
