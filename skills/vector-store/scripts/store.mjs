import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Problem } from './cli.mjs';

/** Marks a file of SQLite as a store of this skill: "skvs". */
const APPLICATION_ID = 0x736b7673;
const SCHEMA = `
  PRAGMA application_id = ${APPLICATION_ID};
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE document (id TEXT PRIMARY KEY, metadata TEXT NOT NULL);
  CREATE TABLE chunk (
    document TEXT NOT NULL REFERENCES document ON DELETE CASCADE,
    position INTEGER NOT NULL,
    text TEXT NOT NULL,
    first_line INTEGER,
    last_line INTEGER,
    vector BLOB NOT NULL,
    PRIMARY KEY (document, position)
  );`;

/** The embedding of a store whose vectors this skill makes itself. Other stores hold given vectors of one length. */
export const WORDS = 'words';

/** Opens a store that exists. */
export function openStore(path, { readOnly = false } = {}) {
  if (!existsSync(path)) throw new Problem(`${path}: no such store. "add" makes it; see what there is: ls`);
  return new Store(path, connect(path, readOnly));
}

/** Opens a store, or makes one whose vectors are `embedding`: WORDS, or the number of dimensions of given ones. */
export function openOrMakeStore(path, embedding) {
  if (existsSync(path)) return openStore(path);
  const database = connect(path, false);
  database.exec(`BEGIN; ${SCHEMA}`);
  database.prepare('INSERT INTO setting VALUES (?, ?)').run('embedding', String(embedding));
  database.exec('COMMIT');
  return new Store(path, database);
}

function connect(path, readOnly) {
  try {
    return new DatabaseSync(path, { readOnly, timeout: 10_000 });
  } catch (error) {
    throw new Problem(`${path}: ${error.message}; is its folder there?`);
  }
}

class Store {
  #database;

  constructor(path, database) {
    this.path = path;
    this.#database = database;
    if (this.#identity() !== APPLICATION_ID)
      throw new Problem(`${path}: is no store of this skill. Choose another name`);
    const { value } = database.prepare("SELECT value FROM setting WHERE name = 'embedding'").get();
    /** WORDS, or the number of dimensions. */
    this.embedding = value === WORDS ? WORDS : Number(value);
  }

  /** Documents `{id, metadata, chunks: [{text, firstLine?, lastLine?, vector}]}`; one with a known id is replaced. */
  put(documents) {
    const remove = this.#database.prepare('DELETE FROM document WHERE id = ?');
    const addDocument = this.#database.prepare('INSERT INTO document VALUES (?, ?)');
    const addChunk = this.#database.prepare('INSERT INTO chunk VALUES (?, ?, ?, ?, ?, ?)');
    this.#whole(() => {
      for (const { id, metadata, chunks } of documents) {
        remove.run(id);
        addDocument.run(id, JSON.stringify(metadata));
        for (const [position, { text, firstLine = null, lastLine = null, vector }] of chunks.entries()) {
          addChunk.run(id, position, text, firstLine, lastLine, vector);
        }
      }
    });
  }

  /** Deletes all of these documents, or none when one of them is not there. */
  delete(ids) {
    const remove = this.#database.prepare('DELETE FROM document WHERE id = ?');
    this.#whole(() => {
      for (const id of ids) {
        if (remove.run(id).changes === 0) throw new Problem(`${id}: no such document in ${this.path}; nothing deleted`);
      }
    });
  }

  /** Documents in the order of their ids: `{id, chunks, characters, metadata}`. */
  documents() {
    const rows = this.#database.prepare(`
      SELECT id, count(position) AS chunks, coalesce(sum(length(text)), 0) AS characters, metadata
      FROM document LEFT JOIN chunk ON document = id GROUP BY id ORDER BY id`);
    return rows.all().map((row) => ({ ...row, metadata: JSON.parse(row.metadata) }));
  }

  /** The bytes of every vector. */
  *vectors() {
    for (const { vector } of this.#database.prepare('SELECT vector FROM chunk').iterate()) yield vector;
  }

  /** Every chunk without its text: `{document, position, metadata, vector}`. */
  *chunks() {
    const rows = this.#database.prepare(`
      SELECT document, position, metadata, vector FROM chunk JOIN document ON document.id = document
      ORDER BY document, position`);
    for (const row of rows.iterate()) yield { ...row, metadata: JSON.parse(row.metadata) };
  }

  /** `{text, firstLine, lastLine}` of a chunk; lines are null where it was given without a file. */
  passage(document, position) {
    const row = this.#database.prepare(`
      SELECT text, first_line AS firstLine, last_line AS lastLine FROM chunk WHERE document = ? AND position = ?`);
    return row.get(document, position);
  }

  #identity() {
    try {
      return this.#database.prepare('PRAGMA application_id').get().application_id;
    } catch (error) {
      throw new Problem(`${this.path}: cannot be read: ${error.message}`);
    }
  }

  #whole(change) {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      change();
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}
