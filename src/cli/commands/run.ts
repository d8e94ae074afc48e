import type { Command } from 'commander';
import { connectClient } from '../connection.ts';
import { EXIT } from '../exit-code.ts';
import { addRunOptions, readRunRequest, type RunOptions } from '../run-request.ts';
import { print, printJson, tell } from '../streams.ts';
import { watchRun } from '../watch-run.ts';

interface RunCommandOptions extends RunOptions {
  id?: string;
  detach?: boolean;
  json?: boolean;
}

export function addRunCommand(program: Command): void {
  const command = program
    .command('run')
    .description('start a run and watch it to its end')
    .argument('<skill>', 'a name, name@digest, or a folder with a SKILL.md (./my-skill)')
    .argument('<prompt>', 'what to do; - reads it from standard input');
  addRunOptions(command)
    .option('--id <run>', "the run's id (default: made from the skill's name)")
    .option('-d, --detach', 'start the run, print its id, and leave it alone')
    .option('--json', 'print the result as JSON')
    .action(async (skill: string, prompt: string, options: RunCommandOptions) => {
      process.exitCode = await run(skill, prompt, options);
    });
}

async function run(skill: string, prompt: string, { id, detach, json = false, ...options }: RunCommandOptions) {
  const request = await readRunRequest(skill, prompt, options);
  await using client = await connectClient();
  const input = await request.publish(() => client.store);
  const handle = await client.start(input, id === undefined ? {} : { runId: id });
  const { runId } = handle;
  if (detach) {
    tell(`Started; watch it with: skillrun attach ${runId}`);
    if (json) printJson({ runId });
    else print(runId);
    return EXIT.completed;
  }
  tell(`Started ${runId}`);
  return await watchRun(client, handle, json);
}
