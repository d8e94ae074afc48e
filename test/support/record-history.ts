import { writeFile } from 'node:fs/promises';
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
  await writeFile(path, `${JSON.stringify(historyToJSON(history), null, 1)}\n`);
}
