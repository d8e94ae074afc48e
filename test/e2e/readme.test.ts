import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../support/stage.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SKILLRUN = 'npm run -s skillrun -- ';

const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
const commands = [...readme.matchAll(/^```bash\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);
const skillrun = commands.filter((command) => command.startsWith(SKILLRUN));

let stage: Stage;
let folder: string;

beforeAll(async () => {
  stage = await openStage();
  stage.scripts['200 pixels wide'] = [
    {
      calls: [
        {
          name: 'execute_bash',
          arguments: { command: 'node "$SKILL_DIR/scripts/image.mjs" resize inputs/photo.jpg out.jpg --width 200' },
        },
        { name: 'set_output_image', arguments: { path: 'out.jpg' } },
      ],
    },
    { text: 'Done.' },
  ];
  folder = await mkdtemp(join(tmpdir(), 'skillrun-readme-'));
  const photo = sharp({ create: { width: 400, height: 300, channels: 3, background: '#336699' } });
  await photo.jpeg().toFile(join(folder, 'photo.jpg'));
});

afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test('all commands are run by a test or by CI', () => {
  const elsewhere = ['npm ci', 'npm run demo', 'npm run dev', 'npm ci && npm test', 'npm run verify'];
  expect(commands.filter((command) => !command.startsWith(SKILLRUN)).sort()).toEqual(elsewhere.sort());
  expect(skillrun.length).toBeGreaterThan(3);
});

test.each(skillrun)('%s', async (command) => {
  const { PATH, HOME } = process.env;
  const run = promisify(execFile)('sh', ['-c', command.replace('photo.jpg', join(folder, 'photo.jpg'))], {
    cwd: ROOT,
    env: { PATH, HOME, ...stage.environment },
  });
  // The doctor of a host without the skills' programs says so and fails, as it should.
  const { stdout } = command.endsWith('doctor') ? await run.catch((error: { stdout: string }) => error) : await run;
  expect(stdout).not.toBe('');
});
