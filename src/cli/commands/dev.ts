import { join } from 'node:path';
import type { Command } from 'commander';
import { SkillrunError } from '../../contract/errors.ts';
import { openDevFolder } from '../dev-folder.ts';
import { introduction } from '../dev-introduction.ts';
import { readDevRecord, removeDevRecord, writeDevRecord, type DevRecord } from '../dev-record.ts';
import { pointAt } from '../dev-servers.ts';
import { port } from '../option-values.ts';
import { untilStopped } from '../stop-signals.ts';
import { print, tell } from '../streams.ts';
import { workerLogger } from './worker.ts';

/** Temporal's own ports; where they are taken and not asked for, others are found. */
const USUAL_PORT = 7233;
const USUAL_UI_PORT = 8233;

interface DevOptions {
  port?: number;
  uiPort?: number;
  ui: boolean;
}

export function addDevCommand(program: Command): void {
  program
    .command('dev')
    .description('Temporal, an S3 gateway and a worker on this machine, until Ctrl-C')
    .option('--port <n>', `Temporal's port (default: ${USUAL_PORT} if it is free)`, port)
    .option('--ui-port <n>', `the port of Temporal's web UI (default: ${USUAL_UI_PORT} if it is free)`, port)
    .option('--no-ui', "without Temporal's web UI")
    .action(dev);
}

async function dev(options: DevOptions, command: Command): Promise<void> {
  const running = await readDevRecord();
  if (running !== undefined) {
    throw new SkillrunError('already_exists', `skillrun dev runs in this folder already [pid=${running.pid}]`, {
      hint: 'Use that one, stop it, or start this one in another folder',
    });
  }
  const logger = workerLogger(command.optsWithGlobals<{ verbose?: boolean }>().verbose);
  const { startEnvironment } = await import('../../../infra/dev/environment.ts');
  const { preferPort } = await import('../../../infra/dev/ports.ts');
  const { installRuntime, startWorker } = await import('../../worker/index.ts');
  const folder = await openDevFolder();
  await using servers = await startEnvironment({
    ui: options.ui,
    ports: {
      temporal: options.port ?? (await preferPort(USUAL_PORT)),
      ui: options.uiPort ?? (await preferPort(USUAL_UI_PORT)),
    },
    folder: join(folder.path, 'objects'),
    fallbackFolder: join(folder.path, 'files'),
    log: tell,
  });
  pointAt(process.env, servers.environment);
  await using _runtime = installRuntime(logger);
  const worker = await startWorker({ environment: process.env, logger });
  try {
    if (folder.isFound) await writeDevRecord(folder.path, devRecord(servers.environment));
    print(introduction(servers, folder, worker.sandbox, process.env));
    await Promise.race([worker.ended, untilStopped()]);
    tell('Stopping');
  } finally {
    if (folder.isFound) await removeDevRecord(folder.path);
    await worker.stop();
  }
}

function devRecord(servers: Record<string, string>): DevRecord {
  const taskQueue = process.env['SKILLRUN_TASK_QUEUE'];
  return { pid: process.pid, environment: { ...servers, ...(taskQueue ? { SKILLRUN_TASK_QUEUE: taskQueue } : {}) } };
}
