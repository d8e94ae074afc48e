import type { Command } from 'commander';
import { connectClient } from '../connection.ts';
import { tell } from '../streams.ts';

export function addCancelCommand(program: Command): void {
  program
    .command('cancel')
    .description('ask a run to stop; its files and outputs so far are kept')
    .argument('<run>', 'its id')
    .action(async (runId: string) => {
      await using client = await connectClient();
      const handle = client.handle(runId);
      const { status } = await handle.describe();
      if (status !== 'running') return tell(`The run has ended already: ${status} [run=${runId}]`);
      await handle.cancel();
      tell(`Asked the run to stop [run=${runId}]`);
    });
}
