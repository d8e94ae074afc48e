import { constants } from 'node:sqlite';
import { Problem } from '../cli.mjs';
import { inTransaction, openToWrite, parametersFrom, prepareOne, sqlFrom, sqlProblem } from '../database.mjs';

export const options = { file: { type: 'string', short: 'f' }, params: { type: 'string' } };
export const operands = [1, 2];

export async function run([path, sql], { file, params }) {
  const text = await sqlFrom(sql, file);
  const database = openToWrite(path);
  const changed = sqlProblem(() =>
    inTransaction(database, () => {
      keepTransaction(database, () => {
        if (params === undefined) database.exec(text);
        else prepareOne(database, text).run(...parametersFrom(params));
      });
      return database.prepare('SELECT total_changes() AS rows').get().rows;
    }),
  );
  console.log(JSON.stringify({ database: path, changedRows: changed }));
}

/** All or nothing holds only as long as the statements do not end the transaction. */
function keepTransaction(database, work) {
  let tried = false;
  database.setAuthorizer((action) => {
    if (action !== constants.SQLITE_TRANSACTION) return constants.SQLITE_OK;
    tried = true;
    return constants.SQLITE_DENY;
  });
  try {
    work();
  } catch (error) {
    throw tried ? new Problem('run makes the transaction itself; leave BEGIN, COMMIT and ROLLBACK out') : error;
  } finally {
    database.setAuthorizer(null);
  }
}
