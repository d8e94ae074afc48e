import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunResult } from '../../src/contract/run.ts';
import { installPackage, type InstalledPackage } from '../support/installed-package.ts';
import { startScriptedModel, type ScriptedModel } from '../support/scripted-model.ts';
import { bash, setOutput } from '../support/scripted-run.ts';
import { stageEnvironment } from '../support/stage.ts';
import { startWorkerProcess, type WorkerProcess } from '../support/worker-process.ts';

const path = (relative: string): string => fileURLToPath(new URL(`../../${relative}`, import.meta.url));

const scripts = {
  '[picture]': [
    { calls: [bash('node "$SKILL_DIR/scripts/image.mjs" resize inputs/photo.png small.png --width 30')] },
    { calls: [setOutput('image', 'small.png')] },
    { text: 'small.png is 30 pixels wide.' },
  ],
  '[primes]': [{ calls: [bash('seq 3 | wc -l')] }, { text: 'There are 168.' }],
};

let folder: string;
let installed: InstalledPackage;
let model: ScriptedModel;
let environment: Record<string, string>;
let worker: WorkerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillrun-package-'));
  installed = await installPackage(folder);
  model = await startScriptedModel(scripts);
  const own = { SKILLRUN_SKILLS: '', SKILLRUN_DATA: join(folder, 'hosts') };
  environment = await stageEnvironment(model, { environment: own });
  worker = await startWorkerProcess(environment, installed.main);
  await copyFile(path('docs/examples/start-and-await.ts'), join(folder, 'start-and-await.ts'));
}, 900_000);

afterAll(async () => {
  worker?.kill('SIGTERM');
  await worker?.ended;
  await model?.close();
  await rm(folder, { recursive: true, force: true });
});

test('the package holds the built code, the workflow bundle and the skills, and no tests', () => {
  const { files } = installed;
  expect(files).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'package.json',
      'dist/workflow-bundle.js',
      'dist/src/client/index.d.ts',
      'skills/image/SKILL.md',
      'skills/image/scripts/image.mjs',
    ]),
  );
  const folders = new Set(files.map((file) => file.split('/').slice(0, 2).join('/')));
  expect([...folders].filter((folder) => folder.startsWith('dist/')).sort()).toEqual([
    'dist/activities',
    'dist/infra',
    'dist/src',
    'dist/workflow-bundle.js',
    'dist/workflows',
  ]);
  expect(files.filter((file) => /(^|\/)(test|bench)\/|\.test\.|[^d]\.ts$/.test(file))).toEqual([]);
});

test.each([
  ['client', ['RunHandle', 'Schedules', 'SkillrunClient', 'SkillrunError', 'connect']],
  ['worker', ['examineHost', 'installRuntime', 'replayRun', 'startWorker']],
  ['loop', ['runAgentLoop']],
  ['workflows', ['runSkill']],
])('skillrun/%s is imported by plain Node', async (entry, names) => {
  const print = `console.log(JSON.stringify(Object.keys(await import('skillrun/${entry}'))))`;
  const exported = await installed.run('node', ['--input-type=module', '--eval', print]);
  expect(JSON.parse(exported)).toEqual(expect.arrayContaining(names));
});

test('the types check what a caller writes', async () => {
  await writeFile(
    join(folder, 'consumer.ts'),
    `import { connect, isSkillrunError, type RunInput, type RunResult } from 'skillrun/client';
     import { runAgentLoop, type AgentLoopResult } from 'skillrun/loop';
     import { startWorker, type RunningWorker } from 'skillrun/worker';
     import { runSkill } from 'skillrun/workflows';

     export async function run(input: RunInput): Promise<RunResult> {
       await using client = await connect({ TEMPORAL_ADDRESS: 'localhost:7233' });
       try {
         return await (await client.start(input, { runId: 'mine' })).result();
       } catch (error) {
         if (isSkillrunError(error) && error.code === 'already_exists') return await client.handle('mine').result();
         throw error;
       }
     }
     export const loop: (...args: Parameters<typeof runAgentLoop>) => Promise<AgentLoopResult> = runAgentLoop;
     export const work: (...args: Parameters<typeof startWorker>) => Promise<RunningWorker> = startWorker;
     export const workflow: (input: RunInput) => Promise<RunResult> = runSkill;

     // @ts-expect-error: there is no run without a model
     export const incomplete: RunInput = { skill: 'image', prompt: 'Make it small' };
     // @ts-expect-error: a result has a status of its own
     export const done: RunResult['status'] = 'done';
     // @ts-expect-error: an error has a known code
     export const isOdd = (error: unknown): boolean => isSkillrunError(error) && error.code === 'odd';
     // @ts-expect-error: a loop needs a model
     void runAgentLoop({ prompt: 'Work' });
     // @ts-expect-error: a worker needs an environment
     void startWorker({});
     // @ts-expect-error: a workflow takes an input
     void runSkill();
    `,
  );
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2024',
        lib: ['es2024', 'esnext.disposable'],
        module: 'nodenext',
        moduleResolution: 'nodenext',
        types: ['node'],
        strict: true,
        // Temporal's own declarations do not check without it.
        skipLibCheck: true,
        noEmit: true,
      },
      include: ['consumer.ts', 'start-and-await.ts'],
    }),
  );
  expect(await installed.run(path('node_modules/.bin/tsc'), ['--project', 'tsconfig.json'])).toBe('');
});

const skillrun = (...args: string[]): Promise<string> =>
  installed.run('npx', ['--no', 'skillrun', ...args], environment);

test('the command line runs a skill on a worker of the package', async () => {
  const photo = sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } });
  await photo.png().toFile(join(folder, 'photo.png'));
  const request = ['Make it small [picture]', '--model', 'anthropic:scripted', '--input', 'photo.png'];
  const result = JSON.parse(await skillrun('run', 'image', ...request, '--json')) as RunResult;
  expect(result).toMatchObject({ status: 'completed', text: 'small.png is 30 pixels wide.', iterations: 3 });
  await skillrun('outputs', result.runId, '--to', 'results');
  const output = await sharp(join(folder, 'results/small.png')).metadata();
  expect(output).toMatchObject({ format: 'png', width: 30, height: 20 });
});

test('the example of a backend service runs as it stands', async () => {
  const printed = await installed.run('node', ['start-and-await.ts', 'How many? [primes]'], {
    ...environment,
    MODEL: 'anthropic:scripted',
  });
  expect(printed).toContain("status: 'completed'");
  expect(printed).toContain('There are 168.');
});
