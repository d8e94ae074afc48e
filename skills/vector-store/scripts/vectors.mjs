// A vector store in one SQLite file: add texts, search them by likeness, list and delete.
import { parseArgs } from 'node:util';
import { chunksOf } from './chunks.mjs';
import { Problem, runScript, wrongUsage } from './cli.mjs';
import * as givenVectors from './given-vectors.mjs';
import { itemsOfFiles, itemsOfLines } from './items.mjs';
import { openOrMakeStore, openStore, WORDS } from './store.mjs';
import * as wordVectors from './word-vectors.mjs';

const HELP = `Usage: vectors.mjs ACTION STORE … [options]

  add STORE FILE...            adds text files in chunks; the path is the id. A document with that id is replaced.
      --jsonl                  each line of FILE is a document {"id", "text", "metadata"?, "vector"?}
      --size N --overlap N     characters of a chunk (800) and of its overlap with the one before (100)
      --meta KEY=VALUE         metadata of each document; may be repeated
  search STORE QUERY           prints the chunks that are most like the query: cosine, place, text
      --vector JSON            instead of QUERY, in a store of given vectors: [0.1, -0.2, …]
      --top N                  at most so many (5)
      --where KEY=VALUE        only documents with this metadata; may be repeated
      --json                   one JSON array: [{score, id, chunk, firstLine, lastLine, text, metadata}]
  list STORE                   prints each document: id, chunks, characters, metadata as JSON, with tabs between
  delete STORE ID...           deletes documents, all of them or none

STORE is a file; add makes it. Its vectors are made from words, or given with each document, never both.
Exit codes: 0 done (also when nothing is found), 1 it failed and nothing was changed, 2 wrong usage.`;

const actions = { add, search, list, delete: remove };

await runScript('vectors', HELP, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      jsonl: { type: 'boolean', default: false },
      size: { type: 'string', default: '800' },
      overlap: { type: 'string', default: '100' },
      meta: { type: 'string', multiple: true, default: [] },
      vector: { type: 'string' },
      top: { type: 'string', default: '5' },
      where: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
    },
  });
  const [action = '', store, ...rest] = positionals;
  if (!Object.hasOwn(actions, action)) throw wrongUsage(`"${action}" is no action: add, search, list, delete.`);
  if (store === undefined) throw wrongUsage(`${action} needs a STORE.`);
  await actions[action](store, rest, values);
});

async function add(path, files, { jsonl, meta, ...values }) {
  if (files.length === 0) throw wrongUsage('add needs a FILE.');
  const limits = { size: whole('size', values.size, 100), overlap: whole('overlap', values.overlap, 0) };
  if (limits.overlap * 2 > limits.size) throw wrongUsage('--overlap is at most half of --size.');
  const metadata = pairs('meta', meta);
  const items = await (jsonl ? itemsOfLines : itemsOfFiles)(files, metadata);
  if (items.length === 0) throw new Problem(`${files.join(', ')}: has no documents`);
  const embedding = items[0].vector === undefined ? WORDS : (items[0].vector?.length ?? 0);
  const documents = items.map((item) => documentOf(item, embedding, limits));
  const store = openOrMakeStore(path, embedding);
  if (store.embedding !== embedding) {
    throw new Problem(`${path}: ${kindOf(store.embedding)}, not ${kindOf(embedding)}. Use another store`);
  }
  store.put(documents);
  const chunks = documents.reduce((sum, document) => sum + document.chunks.length, 0);
  console.log(
    `added ${documents.length} documents in ${chunks} chunks; ${path} has ${store.documents().length} documents`,
  );
}

function documentOf({ where, id, text, metadata, vector }, embedding, limits) {
  if (embedding !== WORDS) {
    givenVectors.checkVector(vector, embedding, where);
    return { id, metadata, chunks: [{ text, vector: givenVectors.encode(vector) }] };
  }
  if (vector !== undefined) throw new Problem(`${where}: has a vector, others have none; give all or none`);
  const chunks = chunksOf(text, limits);
  return {
    id,
    metadata,
    chunks: chunks.map((chunk) => ({ ...chunk, vector: wordVectors.encode(wordVectors.embed(chunk.text)) })),
  };
}

function search(path, [query, ...rest], { vector, top, where, json }) {
  if (rest.length > 0) throw wrongUsage('search takes one QUERY; put quotes around it.');
  const most = whole('top', top, 1);
  const wanted = Object.entries(pairs('where', where));
  const store = openStore(path, { readOnly: true });
  const likeness = likenessIn(store, query, vector);

  const found = [];
  for (const { document, position, metadata, vector: stored } of store.chunks()) {
    if (!wanted.every(([key, value]) => Object.hasOwn(metadata, key) && String(metadata[key]) === value)) continue;
    const score = likeness(stored);
    if (store.embedding !== WORDS || score > 0) found.push({ score, id: document, chunk: position, metadata });
  }
  found.sort((one, other) => other.score - one.score);
  const results = found.slice(0, most).map((result) => ({ ...result, ...store.passage(result.id, result.chunk) }));
  if (json) console.log(JSON.stringify(results, null, 2));
  else if (results.length === 0) console.error('note: nothing found');
  else console.log(results.map(shown).join('\n\n'));
}

function likenessIn(store, query, vector) {
  if ((query === undefined) === (vector === undefined)) throw wrongUsage('search needs a QUERY or a --vector.');
  if (store.embedding === WORDS) {
    if (query === undefined) throw new Problem(`${store.path}: ${kindOf(WORDS)}. Search it with a text`);
    return wordVectors.compareWith(query, store.vectors());
  }
  if (vector === undefined) throw new Problem(`${store.path}: ${kindOf(store.embedding)}. Search it with --vector`);
  return givenVectors.compareWith(givenVectors.checkVector(parseJson(vector), store.embedding, '--vector'));
}

function shown({ score, id, chunk, text, firstLine, lastLine }, index) {
  const place = firstLine === null ? id : `${id}:${firstLine}-${lastLine}`;
  return `${index + 1}. ${score.toFixed(3)}  ${place}  (chunk ${chunk})\n${text.replaceAll(/^/gm, '   ')}`;
}

function list(path) {
  for (const { id, chunks, characters, metadata } of openStore(path, { readOnly: true }).documents()) {
    console.log([id, chunks, characters, JSON.stringify(metadata)].join('\t'));
  }
}

function remove(path, ids) {
  if (ids.length === 0) throw wrongUsage('delete needs an ID; "list" prints them.');
  openStore(path).delete(ids);
  console.log(`deleted ${ids.length} documents`);
}

function kindOf(embedding) {
  return embedding === WORDS ? 'vectors made from words' : `given vectors of ${embedding} numbers`;
}

function pairs(option, texts) {
  const entries = texts.map((text) => /^([^=]+)=(.*)$/s.exec(text)?.slice(1));
  if (entries.includes(undefined)) throw wrongUsage(`--${option} is written KEY=VALUE.`);
  return Object.fromEntries(entries);
}

function whole(option, text, least) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least)
    throw wrongUsage(`--${option} ${text}: a whole number from ${least} on.`);
  return number;
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
