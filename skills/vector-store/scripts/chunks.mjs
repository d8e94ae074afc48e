/** Where a text may be cut, the best place first. Each pattern ends where the cut is. */
const CUTS = [/\n(?=#{1,6} )/g, /\n[ \t]*\n/g, /\n/g, /[.!?。！？…]["'”’)\]]*\s+|[。！？]/g, /\s+/g];
/** From this cut on a paragraph is torn, and the chunk after it repeats some words. */
const FIRST_TEARING_CUT = 2;

/**
 * Cuts a text into chunks of at most `size` characters, at headings, paragraphs, lines, sentences or words where that
 * leaves a chunk at least half full. Where a paragraph is torn, up to `overlap` characters stand in both chunks; it is
 * at most half of `size`. Returns `{text, firstLine, lastLine}`, lines counted from 1. Blanks alone are left out.
 */
export function chunksOf(text, { size, overlap }) {
  const chunks = [];
  const lineAt = lineCounter(text);
  let start = 0;
  while (start < text.length) {
    const rest = text.length - start;
    const cut = rest <= size ? { at: text.length, tears: false } : cutBetween(text, start + (size >> 1), start + size);
    const inside = text.slice(start, cut.at).trim();
    if (inside !== '') {
      const begin = start + text.slice(start, cut.at).search(/\S/);
      chunks.push({ text: inside, firstLine: lineAt(begin), lastLine: lineAt(begin + inside.length - 1) });
    }
    start = cut.tears ? wordFrom(text, cut.at - overlap, cut.at) : cut.at;
  }
  return chunks;
}

/** The last of the best cuts that lie after `least` and not after `most`. */
function cutBetween(text, least, most) {
  const window = text.slice(least, most);
  for (const [rank, pattern] of CUTS.entries()) {
    const last = [...window.matchAll(pattern)].at(-1);
    if (last !== undefined) return { at: least + last.index + last[0].length, tears: rank >= FIRST_TEARING_CUT };
  }
  return { at: isPairAt(text, most) ? most - 1 : most, tears: true };
}

/** Where the first line or else the first word between the two places begins; else `end`. */
function wordFrom(text, from, end) {
  const part = text.slice(from, end);
  const gap = /\n\s*(?=\S)/.exec(part) ?? /\s+(?=\S)/.exec(part);
  return gap === null ? end : from + gap.index + gap[0].length;
}

/** True where a cut would part the two halves of one character. */
function isPairAt(text, index) {
  return text.codePointAt(index - 1) > 0xffff;
}

/** A function that gives the line of a position. */
function lineCounter(text) {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (position) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= position) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
