import type { Command } from 'commander';
import { connectClient } from '../connection.ts';
import { duration, tokens } from '../quantities.ts';
import { resultText } from '../run-ending.ts';
import { reportRun, type RunReport } from '../run-report.ts';
import { print, printJson } from '../streams.ts';
import { fields } from '../table.ts';

export function addShowCommand(program: Command): void {
  program
    .command('show')
    .description('where a run stands, or how it ended')
    .argument('<run>', 'its id')
    .option('--json', 'print it as JSON')
    .action(async (runId: string, { json = false }: { json?: boolean }) => {
      await using client = await connectClient();
      const report = await reportRun(client.handle(runId));
      if (json) {
        const { progress, ...description } = report;
        printJson({ ...description, ...progress, status: report.status });
      } else print(describeReport(report));
    });
}

/** A run for people. */
export function describeReport(report: RunReport): string {
  const { progress, retried, problem } = report;
  const end = report.endedAt ?? new Date();
  const facts: [string, string][] = [
    ['run', report.runId],
    ['status', report.status],
    ['skill', report.skill ?? 'not known yet'],
    ['model', report.model ?? 'not known yet'],
    ['started', report.startedAt.toISOString()],
    ['took', duration(end.getTime() - report.startedAt.getTime())],
    ['iterations', String(progress.iterations)],
    ['tokens', tokens(progress.usage)],
    ...retried.map(({ activity, attempt, failure }): [string, string] => [
      'retried',
      `${activity}, attempt ${attempt}: ${failure}`,
    ]),
    ...(problem === undefined ? [] : ([['problem', problem]] satisfies [string, string][])),
  ];
  const result = resultText(progress);
  return result === '' ? fields(facts) : `${fields(facts)}\n\n${result}`;
}
