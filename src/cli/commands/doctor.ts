import type { Command } from 'commander';
import type { HostReport } from '../../worker/index.ts';
import { EXIT } from '../exit-code.ts';
import { print, printJson } from '../streams.ts';
import { fields } from '../table.ts';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('what a worker on this host would have: servers, sandbox, and the programs of each skill')
    .option('--json', 'print it as JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { examineHost } = await import('../../worker/index.ts');
      const report = await examineHost(process.env);
      if (json) printJson(report);
      else print(describeHost(report));
      if (report.checks.some(({ ok }) => !ok)) process.exitCode = EXIT.failed;
    });
}

/** The report for people. */
export function describeHost({ checks, skills }: HostReport): string {
  return [
    'This host',
    fields(checks.map(({ name, ok, detail }): [string, string] => [`  ${mark(ok)} ${name}`, detail])),
    '',
    'Skills',
    fields(
      skills.map(({ name, missing, problem }): [string, string] => {
        const ok = missing.length === 0 && problem === undefined;
        return [`  ${mark(ok)} ${name}`, problem ?? (missing.length === 0 ? '' : `lacks ${missing.join(', ')}`)];
      }),
    ),
  ].join('\n');
}

function mark(ok: boolean): string {
  return ok ? '✓' : '✗';
}
