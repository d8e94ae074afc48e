import { InvalidArgumentError, Option, type Command } from 'commander';
import { skillFolders } from '../../config/settings.ts';
import { listSkills } from '../../skills/index.ts';
import { createLogger, type Logger } from '../../telemetry/logger.ts';
import { WORKER_ROLES, type WorkerRole } from '../../contract/queues.ts';
import { untilStopped } from '../stop-signals.ts';

export function addWorkerCommand(program: Command): void {
  program
    .command('worker')
    .description('run a worker until SIGTERM or Ctrl-C; it finishes or hands over what it is doing')
    .addOption(
      new Option('--roles <roles>', `any of ${WORKER_ROLES.join(', ')}, with commas`)
        .argParser(parseRoles)
        .default([...WORKER_ROLES], 'all'),
    )
    .action(async ({ roles }: { roles: WorkerRole[] }, command: Command) => {
      const logger = workerLogger(command.optsWithGlobals<{ verbose?: boolean }>().verbose);
      const { installRuntime, startWorker } = await import('../../worker/index.ts');
      await using _runtime = installRuntime(logger);
      const worker = await startWorker({ environment: process.env, roles, logger });
      const skills = await listSkills(skillFolders(process.env));
      logger.info({ skills: skills.map(({ name }) => name) }, 'ready: polling for work');
      await Promise.race([worker.ended, untilStopped()]);
      logger.info('stopping');
      await worker.stop();
    });
}

/** Lines for people on a terminal, JSON for log collectors elsewhere. */
export function workerLogger(verbose = false): Logger {
  return createLogger({ level: verbose ? 'debug' : 'info', pretty: process.stderr.isTTY });
}

function parseRoles(text: string): WorkerRole[] {
  const names = text.split(',').map((name) => name.trim());
  const roles = WORKER_ROLES.filter((role) => names.includes(role));
  const unknown = names.find((name) => !WORKER_ROLES.some((role) => role === name));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`There is no role "${unknown}". Choose from ${WORKER_ROLES.join(', ')}.`);
  }
  return roles;
}
