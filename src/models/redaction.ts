const SHOWN_CHARACTERS = 300;

/** Keys as the vendors write them, also half masked as they repeat them in errors. */
const KEYS = /\bsk-[\w*-]{4,}/g;

function redact(text: string, key: string | undefined): string {
  return (key === undefined ? text : text.replaceAll(key, '[key]')).replaceAll(KEYS, '[key]');
}

/** What an error and its causes say, in one line for a person: without the key, cut, and without a page's HTML. */
export function said(error: unknown, key: string | undefined): string {
  const text = redact(chain(error).join(': '), key);
  const page = text.search(/<(!doctype|html)\b/i);
  const line = (page < 0 ? text : `${text.slice(0, page)} an HTML page`).replaceAll(/\s+/g, ' ').trim();
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
}

function chain(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  // Node's error of several refused addresses has a code and no message.
  const text = error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
  return [text.replace(/\.+$/, ''), ...(error.cause === undefined ? [] : chain(error.cause))];
}

/** A copy of an error and its causes with name, message and stack only: the original holds headers and bodies. */
export function redacted(error: unknown, key: string | undefined): Error {
  const original = error instanceof Error ? error : new Error(String(error));
  const cause = original.cause === undefined ? {} : { cause: redacted(original.cause, key) };
  const copy = new Error(redact(original.message, key), cause);
  copy.name = original.constructor.name;
  copy.stack = redact(original.stack ?? '', key);
  return copy;
}
