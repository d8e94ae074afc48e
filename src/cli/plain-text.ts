import { stripVTControlCharacters } from 'node:util';

/**
 * Control characters, and those that turn the direction of writing. What models, commands and servers write must not
 * move a terminal's cursor or pass for our own lines.
 */
const STEERING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** The text with its line breaks and tabs, and without anything that steers a terminal. */
export function plainText(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll('\r\n', '\n')
    .replaceAll(STEERING, (character) => (character === '\n' || character === '\t' ? character : ''));
}

/** The text on one line, cut to `length` characters. */
export function oneLine(text: string, length = Number.POSITIVE_INFINITY): string {
  const line = plainText(text).trim().replaceAll(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length - 1).toWellFormed()}…` : line;
}

/** The first line of a text, cut to `length` characters; an ellipsis says that there is more. */
export function firstLine(text: string, length: number): string {
  const trimmed = plainText(text).trim();
  const [line = ''] = trimmed.split('\n', 1);
  return oneLine(line.length < trimmed.length ? `${line.trimEnd()} …` : line, length);
}
