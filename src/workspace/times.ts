/**
 * Nanoseconds since the epoch as Node's utimes take them: seconds. A double holds them to a quarter of a microsecond,
 * and only as text may they lie before 1970.
 */
export function toSeconds(nanoseconds: bigint): string {
  return String(Number(nanoseconds) / 1e9);
}
