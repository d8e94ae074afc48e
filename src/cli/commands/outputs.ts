import type { Command } from 'commander';
import { connectClient } from '../connection.ts';
import { downloadOutputs, type Download } from '../download.ts';
import { oneLine } from '../plain-text.ts';
import { bytes } from '../quantities.ts';
import { outputLines } from '../run-ending.ts';
import { reportRun } from '../run-report.ts';
import { print, printJson, tell } from '../streams.ts';

interface OutputsOptions {
  to?: string;
  json?: boolean;
}

export function addOutputsCommand(program: Command): void {
  program
    .command('outputs')
    .description("a run's outputs: list them, or download them into a folder")
    .argument('<run>', 'its id')
    .option('--to <folder>', 'download them into this folder; nothing there is overwritten')
    .option('--json', 'print them as JSON')
    .action(async (runId: string, { to, json = false }: OutputsOptions) => {
      await using client = await connectClient();
      const { progress, problem } = await reportRun(client.handle(runId));
      const { outputs } = progress;
      if (problem !== undefined) tell(`note: ${oneLine(problem)}`);
      if (Object.keys(outputs).length === 0) tell(`This run has no outputs [run=${runId}]`);
      if (to !== undefined) {
        const done = [];
        for await (const one of downloadOutputs(outputs, to, client.store)) {
          done.push(one);
          if (!json) print(downloadLine(one));
        }
        if (json) printJson(done.map(({ output, file }) => ({ ...output, file })));
      } else if (json) printJson(Object.values(outputs));
      else for (const line of outputLines(outputs)) print(line.trimStart());
    });
}

function downloadLine({ output, file, written }: Download): string {
  return `${output.kind.padEnd(8)}  ${file}  ${bytes(output.bytes)}${written ? '' : ' (was there already)'}`;
}
