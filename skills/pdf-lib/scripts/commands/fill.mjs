import { Problem, readInput, wrongUsage } from '../cli.mjs';
import { fontFor } from '../fonts.mjs';
import { flattenForm, setField } from '../form-fields.mjs';
import { openPdf, savePdf } from '../pdf-file.mjs';

export const options = { values: { type: 'string' }, flatten: { type: 'boolean', default: false } };
export const operands = [2];

export async function run([input, output], { values: path, flatten }) {
  if (path === undefined) throw wrongUsage('fill: give --values FILE with JSON {"field": "value"}.');
  const values = await readValues(path);
  const pdf = await openPdf(input);
  const form = pdf.getForm();
  const names = new Set(form.getFields().map((field) => field.getName()));
  const unknown = Object.keys(values).filter((name) => !names.has(name));
  if (unknown.length > 0)
    throw new Problem(`${input}: has no field ${unknown.join(', ')}. See them with: pdf.mjs fields ${input}`);
  for (const [name, value] of Object.entries(values)) setField(form.getField(name), value);
  const text = Object.values(values)
    .flat()
    .filter((value) => typeof value === 'string')
    .join('');
  form.updateFieldAppearances(await fontFor(pdf, text));
  if (flatten) flattenForm(pdf);
  await savePdf(pdf, output);
}

async function readValues(path) {
  try {
    const values = JSON.parse(Buffer.from(await readInput(path)).toString('utf8'));
    if (values === null || typeof values !== 'object' || Array.isArray(values)) throw new TypeError('is not an object');
    return values;
  } catch (error) {
    throw error instanceof Problem
      ? error
      : new Problem(`${path}: ${error.message}. It holds JSON {"field": "value"}.`);
  }
}
