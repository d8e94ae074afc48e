import type { Command } from 'commander';
import { createLogger } from '../../telemetry/logger.ts';
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
      const { installRuntime, replayRun } = await import('../../worker/index.ts');
      await using _runtime = installRuntime(createLogger({ level: 'error', pretty: process.stderr.isTTY }));
      const report = await replayRun(process.env, runId);
      if (json) printJson({ runId, ...report });
      else if (report.divergence === undefined) print(`${report.events} events replay the same [run=${runId}]`);
      if (report.divergence === undefined) return;
      tell(`error: the history does not fit this code [run=${runId}]: ${oneLine(report.divergence.message)}`);
      process.exitCode = EXIT.failed;
    });
}
