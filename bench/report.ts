import { table } from '../src/cli/table.ts';

/** One measured value. */
export interface Figure {
  what: string;
  value: number;
  /** `×` for a ratio; empty for a count. */
  unit: 'ms' | 's' | '×' | 'bytes' | '';
  /** What it should be at the most, in the same unit. */
  aim?: number;
}

/** What one benchmark came to. */
export interface Report {
  title: string;
  figures: Figure[];
}

export function printed({ title, figures }: Report): string {
  const rows = figures.map(({ what, value, unit, aim }) => [
    what,
    quantity(value, unit),
    aim === undefined ? '' : `at most ${quantity(aim, unit)}`,
  ]);
  return `${title}\n\n${table(['MEASURED', 'VALUE', 'AIM'], rows)}\n`;
}

function quantity(value: number, unit: Figure['unit']): string {
  const digits = unit === '×' ? 2 : value < 100 && !Number.isInteger(value) ? 1 : 0;
  const number = value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${number} ${unit}`.trim();
}
