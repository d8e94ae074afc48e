import type { Command } from 'commander';
import type { RunSummary } from '../../client/index.ts';
import { connectClient } from '../connection.ts';
import { wholeNumber } from '../option-values.ts';
import { duration } from '../quantities.ts';
import { print, printJson, tell } from '../streams.ts';
import { table } from '../table.ts';

const DEFAULT_LIMIT = 20;

export function addListCommand(program: Command): void {
  program
    .command('list')
    .description('the newest runs')
    .option('-n, --limit <n>', 'how many', wholeNumber, DEFAULT_LIMIT)
    .option('--json', 'print them as JSON')
    .action(async ({ limit, json = false }: { limit: number; json?: boolean }) => {
      await using client = await connectClient();
      const runs = await Array.fromAsync(take(client.list(), limit));
      if (json) printJson(runs);
      else if (runs.length === 0) tell('There are no runs yet: `skillrun run` starts one');
      else print(table(['RUN', 'STATUS', 'SKILL', 'MODEL', 'STARTED', 'TOOK'], runs.map(row)));
    });
}

function row({ runId, status, skill = '', model = '', startedAt, endedAt }: RunSummary): string[] {
  const took = endedAt === undefined ? '' : duration(endedAt.getTime() - startedAt.getTime());
  return [runId, status, skill, model, startedAt.toISOString().slice(0, 19).replace('T', ' '), took];
}

async function* take<T>(items: AsyncIterable<T>, limit: number): AsyncGenerator<T> {
  let left = limit;
  for await (const item of items) {
    yield item;
    if (--left === 0) return;
  }
}
