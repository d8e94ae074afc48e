import type { Command } from 'commander';
import { connectClient } from '../connection.ts';
import { watchRun } from '../watch-run.ts';

export function addAttachCommand(program: Command): void {
  program
    .command('attach')
    .description('watch a run from its start to its end')
    .argument('<run>', 'its id')
    .option('--json', 'print the result as JSON')
    .action(async (runId: string, { json = false }: { json?: boolean }) => {
      await using client = await connectClient();
      process.exitCode = await watchRun(client, client.handle(runId), json);
    });
}
