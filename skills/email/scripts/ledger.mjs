import { appendFile, readFile } from 'node:fs/promises';
import { Problem } from './cli.mjs';

/**
 * What this workspace has sent, as JSON lines `{messageId, attempt, outcome, at, …}`. An attempt is written down as
 * `perhaps sent` before it starts and again when its outcome is known, so that a killed command leaves a trace.
 */
export class Ledger {
  #path;
  #entries;

  constructor(path, entries) {
    this.#path = path;
    this.#entries = entries;
  }

  static async open(path) {
    const text = await readFile(path, 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return '';
      throw new Problem(`${path}: ${error.message}`);
    });
    try {
      const lines = text.split('\n').filter((line) => line !== '');
      return new Ledger(
        path,
        lines.map((line) => JSON.parse(line)),
      );
    } catch {
      throw new Problem(`${path}: is damaged; without it a message may be sent twice`);
    }
  }

  /** The last attempt that may have reached someone. */
  find(messageId) {
    const attempts = Map.groupBy(
      this.#entries.filter((entry) => entry.messageId === messageId),
      ({ attempt }) => attempt,
    );
    const outcomes = [...attempts.values()].map((entries) => entries.at(-1));
    return outcomes.findLast(({ outcome }) => outcome !== 'not sent');
  }

  /** Writes down that an attempt starts; gives what writes down how it ended. */
  async begin(messageId) {
    const attempt = this.#entries.length + 1;
    const write = (outcome, details = {}) => this.#add({ messageId, attempt, outcome, ...details });
    await write('perhaps sent');
    return write;
  }

  async #add(entry) {
    const dated = { ...entry, at: new Date().toISOString() };
    this.#entries.push(dated);
    await appendFile(this.#path, `${JSON.stringify(dated)}\n`);
  }
}
