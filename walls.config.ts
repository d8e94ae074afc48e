/**
 * The walls of the house: which room may import which. `npm run verify` fails on any other import. A folder that is not
 * named here (`infra`, `test`, `bench`, the composition root `src/worker`) may import anything.
 */
interface Room {
  /** Our rooms. */
  imports: string[];
  /** Rooms of which only types may be imported. */
  types?: string[];
  /** npm packages; `name/*` is a whole scope. */
  packages: string[];
  /** Whether Node's own modules may be imported. */
  node: boolean;
}

export const rooms: Record<string, Room> = {
  'src/contract': { imports: [], packages: [], node: false },
  'src/core': { imports: ['src/contract'], packages: ['@cfworker/json-schema'], node: false },
  workflows: {
    imports: ['src/core', 'src/contract'],
    types: ['activities'],
    packages: ['@temporalio/workflow', '@temporalio/common'],
    node: false,
  },
  'src/models': { imports: ['src/contract'], packages: ['openai', '@anthropic-ai/sdk', 'zod'], node: true },
  'src/workspace': { imports: ['src/contract'], types: ['src/store'], packages: ['zod'], node: true },
  'src/store': { imports: ['src/contract'], packages: ['@aws-sdk/*', '@smithy/*'], node: true },
  'src/sandbox': { imports: ['src/contract'], packages: ['execa'], node: true },
  'src/skills': {
    imports: ['src/contract'],
    types: ['src/store'],
    packages: ['fastest-levenshtein', 'yaml', 'zod'],
    node: true,
  },
  activities: {
    imports: [
      'src/contract',
      'src/core',
      'src/models',
      'src/workspace',
      'src/store',
      'src/sandbox',
      'src/skills',
      'src/telemetry',
    ],
    packages: ['@temporalio/activity', '@temporalio/common', 'file-type', 'lru-cache', 'zod'],
    node: true,
  },
  'src/client': {
    imports: ['src/contract', 'src/core', 'src/store', 'src/config'],
    types: ['workflows'],
    packages: ['@temporalio/client', '@temporalio/common', '@temporalio/proto', 'zod'],
    node: true,
  },
  'src/config': { imports: ['src/contract'], packages: ['@temporalio/envconfig', 'zod', 'env-paths'], node: true },
  'src/telemetry': { imports: ['src/contract'], packages: ['pino', 'pino-pretty', '@temporalio/common'], node: true },
  'src/cli': {
    imports: [
      'src/client',
      'src/contract',
      'src/core',
      'src/config',
      'src/skills',
      'src/telemetry',
      'src/worker',
      'infra/dev',
    ],
    types: ['src/store'],
    packages: ['commander', 'file-type', 'ms', 'zod'],
    node: true,
  },
};

const free = ['src/worker', 'src/api', 'infra/dev', 'infra', 'test', 'bench'];

/** The room that a path of the repository lies in. */
export function roomOf(path: string): string | undefined {
  return [...Object.keys(rooms), ...free].find((room) => path.startsWith(`${room}/`));
}
