import type { Command } from 'commander';
import type { ScheduleSummary } from '../../client/index.ts';
import { connectClient } from '../connection.ts';
import { addRunOptions, readRunRequest, type RunOptions } from '../run-request.ts';
import { print, printJson, tell } from '../streams.ts';
import { table } from '../table.ts';

export function addScheduleCommands(program: Command): void {
  const schedule = program.command('schedule').description('runs that Temporal starts by the clock');
  const create = schedule
    .command('create')
    .description('start a run by the clock; while one goes on, the next is skipped')
    .argument('<name>', "the schedule's name; its runs are named after it")
    .argument('<skill>', 'a name, name@digest, or a folder with a SKILL.md')
    .argument('<prompt>', 'what to do; - reads it from standard input')
    .requiredOption('--cron <expression>', "five fields, in UTC, e.g. '0 7 * * *'");
  addRunOptions(create).action(
    async (name: string, skill: string, prompt: string, { cron, ...options }: RunOptions & { cron: string }) => {
      const request = await readRunRequest(skill, prompt, options);
      await using client = await connectClient();
      await client.schedules.create(name, cron, await request.publish(() => client.store));
      tell(`Created; start a run of it now with: skillrun schedule trigger ${name}`);
    },
  );
  schedule
    .command('list')
    .description('the schedules that start runs')
    .option('--json', 'print them as JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      await using client = await connectClient();
      const schedules = await client.schedules.list();
      if (json) printJson(schedules);
      else if (schedules.length === 0) tell('There are no schedules: `skillrun schedule create` makes one');
      else print(table(['SCHEDULE', 'CRON', 'STATUS', 'NEXT (UTC)', 'NEWEST RUN'], schedules.map(row)));
    });
  schedule
    .command('trigger')
    .description('start a run of the schedule now, unless one goes on')
    .argument('<name>')
    .action(async (name: string) => {
      await using client = await connectClient();
      await client.schedules.trigger(name);
      tell(`Triggered [schedule=${name}]; skillrun list shows its run`);
    });
  schedule
    .command('delete')
    .description('delete the schedule; its runs stay')
    .argument('<name>')
    .action(async (name: string) => {
      await using client = await connectClient();
      await client.schedules.delete(name);
      tell(`Deleted [schedule=${name}]`);
    });
}

function row({ name, cron, paused, next, recent }: ScheduleSummary): string[] {
  const due = next?.toISOString().slice(0, 16).replace('T', ' ') ?? '';
  return [name, cron.join(', '), paused ? 'paused' : 'active', due, recent.at(-1) ?? ''];
}
