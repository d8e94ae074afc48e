/** Results go to stdout. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The one document of `--json`. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** Progress, warnings and errors go to stderr. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
