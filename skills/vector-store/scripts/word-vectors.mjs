/**
 * Vectors made from the words of a text, without a model: each word and each run of three letters in it is hashed to one
 * of 2^20 places, weighed by how often it comes (1 + ln n) and, when texts are compared, by how rare it is among all of
 * them (the idf of BM25). Kept as places and weights, for nearly all places are empty.
 */
const PLACES = 1 << 20;
/** What the letters of a word count beside the word itself: enough to find inflections and misspellings. */
const LETTERS_SHARE = 0.7;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The sparse vector of a text: Map of place to weight. */
export function embed(text) {
  const vector = new Map();
  const add = (feature, weight) => {
    const place = hash(feature) % PLACES;
    vector.set(place, (vector.get(place) ?? 0) + weight);
  };
  for (const [word, count] of countWords(text)) {
    const weight = 1 + Math.log(count);
    add(word, weight);
    const letters = Array.from(`^${word}$`);
    const triples = new Set(letters.slice(2).map((_, index) => letters.slice(index, index + 3).join('')));
    for (const triple of triples) add(`~${triple}`, (weight * LETTERS_SHARE) / Math.sqrt(triples.size));
  }
  return vector;
}

/** The bytes of a vector: its places as 32-bit integers, then its weights as 32-bit floats. */
export function encode(vector) {
  const places = Uint32Array.from(vector.keys());
  const weights = Float32Array.from(vector.values());
  return Buffer.concat([places, weights].map(({ buffer }) => Buffer.from(buffer)));
}

/**
 * A function that tells how alike a stored vector and the text are: a cosine, 0 (no word in common) to 1. The words'
 * rareness comes from `stored`, the bytes of all vectors.
 */
export function compareWith(text, stored) {
  const found = new Uint32Array(PLACES);
  let total = 0;
  for (const bytes of stored) {
    for (const place of decode(bytes).places) found[place]++;
    total++;
  }
  const rareness = (place) => Math.log(1 + (total - found[place] + 0.5) / (found[place] + 0.5));

  const wanted = new Float64Array(PLACES);
  let wantedSquares = 0;
  for (const [place, weight] of embed(text)) {
    wanted[place] = weight * rareness(place);
    wantedSquares += wanted[place] ** 2;
  }
  return (bytes) => {
    const { places, weights } = decode(bytes);
    let product = 0;
    let squares = 0;
    for (let index = 0; index < places.length; index++) {
      const value = weights[index] * rareness(places[index]);
      squares += value * value;
      product += value * wanted[places[index]];
    }
    return product === 0 ? 0 : product / Math.sqrt(squares * wantedSquares);
  };
}

/** Words in lower case without accents, and how often each comes. Knows scripts without spaces, such as Chinese. */
function countWords(text) {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
  const counts = new Map();
  for (const { segment, isWordLike } of segmenter.segment(plain)) {
    if (isWordLike) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  }
  return counts;
}

function decode(bytes) {
  const { buffer } = bytes.slice();
  return {
    places: new Uint32Array(buffer, 0, buffer.byteLength / 8),
    weights: new Float32Array(buffer, buffer.byteLength / 2),
  };
}

/** FNV-1a over UTF-16 units, 32 bits: the same in every process. */
function hash(text) {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
