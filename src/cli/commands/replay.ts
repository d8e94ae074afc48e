import type { Command } from 'commander';
import { EXIT } from '../exit-code.ts';
import { oneLine } from '../plain-text.ts';
import { print, printJson, tell } from '../streams.ts';

export function addReplayCommand(program: Command): void {
  program
    .command('replay')
    .description("replay a run's history against this version of the code; nothing is run or changed")
    .argument('<run>', 'its id')
    .option('--json', 'print the outcome as JSON')
    .action(async (runId: string, { json = false }: { json?: boolean }) => {
      const { replayRun } = await import('../../worker/index.ts');
      const report = await replayRun(process.env, runId);
      if (json) printJson({ runId, ...report });
      else if (report.divergence === undefined) print(`${report.events} events replay the same [run=${runId}]`);
      if (report.divergence === undefined) return;
      tell(`error: the history does not fit this code [run=${runId}]: ${oneLine(report.divergence.message)}`);
      process.exitCode = EXIT.failed;
    });
}
