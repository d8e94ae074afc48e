import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { SkillrunError } from '../../contract/errors.ts';
import { DEV_FOLDER, readDevRecord, removeDevRecord, writeDevRecord } from '../dev-record.ts';
import { pointAt } from '../dev-servers.ts';
import { port } from '../option-values.ts';
import { untilStopped } from '../stop-signals.ts';
import { print, tell } from '../streams.ts';
import { fields } from '../table.ts';
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
  const folder = await devFolder();
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
    if (folder.kept) await writeDevRecord(folder.path, { pid: process.pid, environment: servers.environment });
    introduce(servers, worker.sandbox, folder);
    await Promise.race([worker.ended, untilStopped()]);
    tell('Stopping');
  } finally {
    if (folder.kept) await removeDevRecord(folder.path);
    await worker.stop();
  }
}

interface DevFolder {
  path: string;
  /** False for a temporary folder, where the current one cannot be written to. */
  kept: boolean;
}

async function devFolder(): Promise<DevFolder> {
  try {
    await mkdir(DEV_FOLDER, { recursive: true, mode: 0o700 });
    await writeFile(join(DEV_FOLDER, '.gitignore'), '*\n');
    return { path: DEV_FOLDER, kept: true };
  } catch {
    return { path: await mkdtemp(join(tmpdir(), 'skillrun-dev-')), kept: false };
  }
}

function introduce(
  {
    temporal,
    store,
    environment,
  }: { temporal: { address: string; uiUrl: string | undefined }; store: string; environment: Record<string, string> },
  sandbox: string,
  folder: DevFolder,
): void {
  const keys = [
    ['openai', 'OPENAI_API_KEY', 'openai:gpt-5'],
    ['anthropic', 'ANTHROPIC_API_KEY', 'anthropic:claude-sonnet-5'],
  ] as const;
  const usable = keys.filter(([, key]) => Boolean(process.env[key]));
  const models =
    usable.length > 0
      ? usable.map(([provider]) => provider).join(', ')
      : 'no key: set OPENAI_API_KEY or ANTHROPIC_API_KEY, and start again';
  const [, , model] = usable[0] ?? keys[1];
  // Started by `npm run dev`, people have no skillrun on their PATH.
  const program = process.env['npm_lifecycle_event'] === undefined ? 'skillrun' : 'npm run -s skillrun --';
  print(
    [
      'skillrun is ready',
      fields([
        ['  Temporal', temporal.address],
        ...(temporal.uiUrl === undefined ? [] : ([['  Temporal UI', temporal.uiUrl]] satisfies [string, string][])),
        ['  Store', `${store} (objects in ${folder.path})`],
        ['  Sandbox', sandbox],
        ['  Models', models],
      ]),
      '',
      ...(folder.kept
        ? ['In another terminal, in this folder:']
        : [
            'In another terminal:',
            ...Object.entries(environment).map(([name, value]) => `  export ${name}='${value}'`),
          ]),
      `  ${program} run image 'Draw a red circle of 200 pixels on white' --model ${model}`,
      '',
      'Ctrl-C stops everything.',
    ].join('\n'),
  );
}
