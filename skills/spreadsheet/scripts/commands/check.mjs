import { calculateFormulas } from '@cj-tech-master/excelts/formula';
import { cellText, isVolatile } from '../cell-text.mjs';
import { Problem } from '../cli.mjs';
import { KIND } from '../kind.mjs';
import { loadWorkbook } from '../open-workbook.mjs';
import { openPackage } from '../package-file.mjs';
import { problemsOf } from '../package-problems.mjs';

export const operands = 1;

export async function run([path]) {
  const file = await openPackage(path, KIND);
  const parts = Object.fromEntries(file.names().map((name) => [name, file.bytes(name)]));
  const findings = problemsOf(parts, KIND);
  if (findings.length === 0) {
    const stored = await loadWorkbook(path, file);
    const calculated = await loadWorkbook(path, file);
    calculateFormulas(calculated);
    for (const sheet of stored.worksheets) {
      findings.push(...formulaFindings(sheet, calculated.getWorksheet(sheet.name)), ...textNumbers(sheet));
    }
  }
  console.log(findings.length === 0 ? 'ok' : findings.join('\n'));
  if (findings.length > 0) throw new Problem(`${path}: ${findings.length} finding(s), listed above`);
}

function formulaFindings(stored, calculated) {
  const findings = [];
  for (const cell of cellsOf(stored)) {
    const place = `${stored.name}!${cell.address}`;
    const now = calculated.getCell(cell.address);
    if (cell.formula === undefined) {
      if (cell.value?.error !== undefined) findings.push(`${place}: holds the error ${cell.value.error}`);
    } else if (now.result?.error !== undefined) {
      findings.push(`${place}: =${cell.formula} gives ${now.result.error}`);
    } else if (cell.result === undefined) {
      findings.push(`${place}: =${cell.formula} has no stored result; readers that do not calculate show nothing`);
    } else if (!isVolatile(cell.formula) && !same(cell, now)) {
      findings.push(`${place}: =${cell.formula} is stored as ${cellText(cell)}, but gives ${cellText(now)}`);
    }
  }
  return findings;
}

/** Numbers that do not add up, because they are text in a column of numbers. */
function textNumbers(sheet) {
  const columns = Map.groupBy(cellsOf(sheet), (cell) => cell.col);
  return [...columns.values()].flatMap((cells) => {
    const hasNumbers = cells.some((cell) => typeof cell.value === 'number' || typeof cell.result === 'number');
    const texts = cells.filter((cell) => typeof cell.value === 'string' && /^\s*-?\d+([.,]\d+)?\s*$/.test(cell.value));
    if (!hasNumbers || texts.length === 0) return [];
    return [
      `${sheet.name}!${texts[0].address}: the number ${texts[0].value} is stored as text (${texts.length} in this column)`,
    ];
  });
}

function cellsOf(sheet) {
  const cells = [];
  sheet.eachRow((row) => row.eachCell((cell) => cells.push(cell)));
  return cells;
}

function same(one, other) {
  if (typeof one.result === 'number' && typeof other.result === 'number') {
    return Math.abs(one.result - other.result) <= 1e-9 * Math.max(1, Math.abs(one.result));
  }
  return cellText(one) === cellText(other);
}
