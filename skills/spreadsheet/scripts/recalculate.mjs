import { dateToExcel } from '@cj-tech-master/excelts';
import { calculateFormulas } from '@cj-tech-master/excelts/formula';
import { KIND } from './kind.mjs';
import { loadWorkbook } from './open-workbook.mjs';
import { elements, setResult, sheetParts } from './sheet-xml.mjs';

const CALCULATION_CHAIN = 'xl/calcChain.xml';

/**
 * Calculates all formulas and stores their results in the parts of the package; everything else stays as it is. Returns
 * `{formulas, errors}`, the errors as `Sheet!A1 #REF!`.
 */
export async function recalculate(path, file) {
  const workbook = await loadWorkbook(path, file);
  calculateFormulas(workbook);
  const errors = [];
  let formulas = 0;
  for (const { name, path: part } of sheetParts(file)) {
    const sheet = workbook.getWorksheet(name);
    if (sheet === undefined) continue;
    const document = file.xml(part);
    for (const cell of elements(document, 'c').filter((one) => elements(one, 'f').length > 0)) {
      const address = cell.getAttribute('r');
      const { result } = sheet.getCell(address);
      formulas += 1;
      if (result?.error !== undefined) errors.push(`${name}!${address} ${result.error}`);
      if (result !== undefined && result !== null)
        setResult(cell, result instanceof Date ? dateToExcel(result) : result);
    }
    file.setXml(part, document);
  }
  forgetCalculationChain(file);
  return { formulas, errors };
}

/** The order in which Excel last calculated; with a formula gone from it Excel would call the file damaged. */
function forgetCalculationChain(file) {
  if (!file.has(CALCULATION_CHAIN)) return;
  file.remove(CALCULATION_CHAIN);
  dropElements(
    file,
    '[Content_Types].xml',
    'Override',
    (node) => node.getAttribute('PartName') === `/${CALCULATION_CHAIN}`,
  );
  dropElements(file, `xl/_rels/${KIND.main.slice(3)}.rels`, 'Relationship', (node) =>
    node.getAttribute('Type').endsWith('/calcChain'),
  );
}

function dropElements(file, part, name, matches) {
  const document = file.xml(part);
  for (const node of Array.from(document.getElementsByTagName(name)))
    if (matches(node)) node.parentNode.removeChild(node);
  file.setXml(part, document);
}
