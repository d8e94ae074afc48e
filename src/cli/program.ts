import { Command } from 'commander';
import { addAttachCommand } from './commands/attach.ts';
import { addCancelCommand } from './commands/cancel.ts';
import { addDevCommand } from './commands/dev.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addListCommand } from './commands/list.ts';
import { addOutputsCommand } from './commands/outputs.ts';
import { addReplayCommand } from './commands/replay.ts';
import { addRunCommand } from './commands/run.ts';
import { addScheduleCommands } from './commands/schedule.ts';
import { addShowCommand } from './commands/show.ts';
import { addSkillsCommands } from './commands/skills.ts';
import { addWorkerCommand } from './commands/worker.ts';
import { useDevServers } from './dev-servers.ts';

const EXIT_CODES = `
Exit codes: 0 completed, 1 failed, 2 wrong usage, 3 the run ended at a limit, 130 interrupted (the run goes on).`;

/** The command line. Wrong usage is thrown as a CommanderError after it has been reported on one line. */
export function createProgram(): Command {
  const program = new Command('skillrun')
    .description('Run skills as durable workflows on Temporal')
    .option('-v, --verbose', 'show the causes of errors; let workers log more')
    .addHelpText('after', EXIT_CODES)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: (text, write) => write(usageError(text)) })
    .exitOverride()
    .hook('preAction', async (_program, command) => {
      if (command.name() !== 'dev') await useDevServers(process.env);
    });
  addDevCommand(program);
  addWorkerCommand(program);
  addRunCommand(program);
  addListCommand(program);
  addShowCommand(program);
  addAttachCommand(program);
  addOutputsCommand(program);
  addCancelCommand(program);
  addScheduleCommands(program);
  addReplayCommand(program);
  addSkillsCommands(program);
  addDoctorCommand(program);
  return program;
}

/** Commander writes its suggestion on a second line, and no way out where it has none. */
function usageError(text: string): string {
  const line = text.trim().replaceAll(/\s*\n\s*/g, ' ');
  return `${line.includes('(Did you mean') ? line : `${line} (--help shows the usage)`}\n`;
}
