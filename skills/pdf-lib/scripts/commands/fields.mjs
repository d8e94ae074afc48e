import { describeField } from '../form-fields.mjs';
import { openPdf } from '../pdf-file.mjs';

export const operands = [1];

export async function run([path]) {
  const pdf = await openPdf(path);
  console.log(JSON.stringify(pdf.getForm().getFields().map(describeField), null, 2));
}
