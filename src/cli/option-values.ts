import { InvalidArgumentError } from 'commander';
import ms, { type StringValue } from 'ms';

/** Parsers of option values; commander names the option in the error. */

export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1) throw new InvalidArgumentError('It has to be a whole number from 1 on.');
  return number;
}

export function port(text: string): number {
  const number = wholeNumber(text);
  if (number > 65_535) throw new InvalidArgumentError('A port is a number from 1 to 65535.');
  return number;
}

/** Seconds of a duration with its unit. A bare number is refused: nobody knows whether it means seconds or minutes. */
export function seconds(text: string): number {
  const milliseconds = /^\d+(\.\d+)?\s?[a-z]+$/i.test(text) ? ms(text as StringValue) : undefined;
  if (milliseconds === undefined || Number.isNaN(milliseconds) || milliseconds <= 0) {
    throw new InvalidArgumentError('It has to be a duration with its unit, such as 90s, 10m or 2h.');
  }
  return milliseconds / 1000;
}

/** Collects `NAME=VALUE` pairs. */
export function variable(text: string, earlier: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError('It has to be NAME=VALUE, with a name of letters, digits and underscores.');
  }
  return { ...earlier, [name]: value };
}

/** Collects the values of an option that may be given several times. */
export function several(text: string, earlier: string[] = []): string[] {
  return [...earlier, text];
}
