import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Argument, Command } from 'commander';
import { startEnvironment } from '../infra/dev/environment.ts';
import { describeError, isSkillrunError } from '../src/client/index.ts';
import { measureFootprint } from './footprint.ts';
import { measureIteration } from './iteration.ts';
import { measureRecovery } from './recovery.ts';
import { printed, type Report } from './report.ts';

const benchmarks = { iteration: measureIteration, footprint: measureFootprint, recovery: measureRecovery };

type Name = keyof typeof benchmarks;
const names = Object.keys(benchmarks) as Name[];

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function bench(wanted: Name[], { json }: { json?: string }): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'skillrun-bench-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const servers = stack.use(await startEnvironment({ log: say }));

  const reports: Partial<Record<Name, Report>> = {};
  for (const name of wanted) {
    const report = await benchmarks[name]({ servers, folder: await mkdtemp(join(folder, name)), say });
    process.stdout.write(`\n${printed(report)}`);
    reports[name] = report;
  }
  const machine = { processor: cpus()[0]?.model ?? '', cores: availableParallelism(), node: process.version };
  if (json !== undefined) await writeFile(json, `${JSON.stringify({ machine, reports }, null, 2)}\n`);
}

try {
  await new Command('bench')
    .description('Measure skillrun on servers of its own; all benchmarks take six minutes')
    .addArgument(new Argument('[name...]', 'which to run').choices(names).default(names, 'all'))
    .option('--json <file>', 'write the figures into a file too')
    .action(bench)
    .parseAsync();
} catch (error) {
  if (!isSkillrunError(error)) throw error;
  say(`error: ${describeError(error)}`);
  process.exitCode = 1;
}
