// What is wrong with a page, as far as its source tells.
import { stat } from 'node:fs/promises';
import { load } from 'cheerio';
import { loading, readPage, referenceOf } from './source.mjs';

/** Problems of a page: `{ problem, where }`. */
export async function checkPage(path) {
  const text = await readPage(path);
  const $ = load(text);
  return [...basics($, text), ...images($), ...(await references($, path)), ...identifiers($)];
}

function basics($, text) {
  return [
    !/^\s*<!doctype html>/i.test(text) && { problem: 'does not begin with <!doctype html>' },
    !$('html').attr('lang') && { problem: 'no language', where: '<html lang="…">' },
    !$('title').text().trim() && { problem: 'no title', where: '<title>' },
    $('meta[charset]').length === 0 && { problem: 'no character set', where: '<meta charset="utf-8">' },
    $('meta[name=viewport]').length === 0 && {
      problem: 'no viewport, small on phones',
      where: '<meta name="viewport">',
    },
    $('body').text().trim() === '' && $('body').find('img, svg, canvas').length === 0 && { problem: 'empty body' },
  ].filter(Boolean);
}

function images($) {
  const silent = $('img:not([alt])').toArray();
  return silent.map((image) => ({ problem: 'image without alt text', where: shortened($.html(image)) }));
}

async function references($, page) {
  const problems = [];
  for (const [selector, attribute] of loading) {
    for (const element of $(`${selector}[${attribute}]`).toArray()) {
      const value = $(element).attr(attribute);
      const reference = referenceOf(value, page);
      if (reference.kind === 'network') problems.push({ problem: 'needs the network', where: value });
      if (reference.kind === 'file' && !(await exists(reference.path)))
        problems.push({ problem: 'missing file', where: value });
      if (reference.kind === 'file' && (await exists(reference.path)))
        problems.push({ problem: 'not inlined', where: value });
    }
  }
  const imports = $('style')
    .text()
    .matchAll(/url\(\s*['"]?(https?:)?\/\/[^)]+\)|@import\s+[^;]+/g);
  for (const [found] of imports) problems.push({ problem: 'needs the network', where: shortened(found) });
  return problems;
}

async function exists(path) {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

function identifiers($) {
  const ids = $('[id]')
    .toArray()
    .map((element) => $(element).attr('id'));
  const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
  const anchors = $('a[href^="#"]')
    .toArray()
    .map((element) => $(element).attr('href'));
  const dead = anchors.filter((href) => href.length > 1 && !ids.includes(decodeURIComponent(href.slice(1))));
  return [
    ...twice.map((id) => ({ problem: 'id used more than once', where: id })),
    ...dead.map((href) => ({ problem: 'link to no place in the page', where: href })),
  ];
}

function shortened(text) {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
