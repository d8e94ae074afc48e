import { KIND } from '../kind.mjs';
import { openPackage } from '../package-file.mjs';
import { recalculate } from '../recalculate.mjs';

export const operands = 2;

export async function run([input, output]) {
  const file = await openPackage(input, KIND);
  const report = await recalculate(input, file);
  await file.save(output);
  console.log(JSON.stringify({ out: output, ...report }));
}
