/** What a cell says: dates as ISO, results of formulas, errors by their code. A covered part of a merged cell is empty. */
export function cellText(cell, { formulas = false } = {}) {
  if (cell.isMerged && cell.master.address !== cell.address) return '';
  if (cell.formula !== undefined && (formulas || cell.result === undefined)) return `=${cell.formula}`;
  return valueText(cell.formula === undefined ? cell.value : cell.result, cell);
}

function valueText(value, cell) {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().replace('T00:00:00.000Z', '').replace('.000Z', 'Z');
  if (typeof value === 'object') return value.error ?? cell.text;
  return String(value);
}

/** The value of a cell as JSON has it. */
export function cellValue(cell, options) {
  const value = cell.formula === undefined ? cell.value : cell.result;
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  if (isPlain && !(options?.formulas && cell.formula !== undefined) && cellText(cell) !== '') return value;
  return cellText(cell, options) === '' ? null : cellText(cell, options);
}

/** True for a formula whose result is not the same each time. */
export function isVolatile(formula) {
  return /\b(NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY)\(/i.test(formula);
}
