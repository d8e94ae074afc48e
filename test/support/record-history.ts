import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { Client } from '@temporalio/client';

/**
 * Under `npm run record-histories`, keeps the history of a run for the replay tests. Otherwise nothing: a recorded
 * history is only made anew on purpose.
 */
export async function recordHistory(client: Client, name: string, runId: string, execution?: string): Promise<void> {
  if (process.env['SKILLRUN_RECORD_HISTORIES'] === undefined) return;
  const history = await client.workflow.getHandle(runId, execution).fetchHistory();
  const path = fileURLToPath(new URL(`../replay/${name}.json`, import.meta.url));
  await writeFile(path, `${anonymous(historyToJSON(history))}\n`);
}

/** Stack traces and identities name this machine; what is replayed does not depend on them. */
function anonymous(text: string): string {
  const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
  return text.replaceAll(root, '/skillrun').replaceAll(`@${hostname()}`, '@host');
}
