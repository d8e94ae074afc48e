import { Problem } from '../cli.mjs';
import { openToRead } from '../database.mjs';

export const operands = [1];

export async function run([path]) {
  const database = openToRead(path);
  const damage = database.prepare('SELECT integrity_check AS line FROM pragma_integrity_check').all();
  const broken = database.prepare('SELECT "table" AS name, rowid, parent FROM pragma_foreign_key_check').all();
  const findings = [
    ...damage.map(({ line }) => line).filter((line) => line !== 'ok'),
    ...broken.map(({ name, rowid, parent }) => `${name} row ${rowid}: refers to a row of ${parent} that there is not`),
  ];
  console.log(findings.length === 0 ? 'ok' : findings.join('\n'));
  if (findings.length > 0) throw new Problem(`${path}: ${findings.length} finding(s), listed above`);
}
