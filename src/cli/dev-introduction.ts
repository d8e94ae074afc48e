import type { Environment } from '../config/environment.ts';
import type { DevFolder } from './dev-folder.ts';
import { fields } from './table.ts';

export interface DevServers {
  temporal: { address: string; uiUrl: string | undefined };
  store: string;
  /** What other processes need to find them. */
  environment: Record<string, string>;
}

/** A model for the example, where its vendor's key is there. */
const vendors = [
  { provider: 'openai', key: 'OPENAI_API_KEY', model: 'openai:gpt-5' },
  { provider: 'anthropic', key: 'ANTHROPIC_API_KEY', model: 'anthropic:claude-sonnet-5' },
] as const;

/** What `skillrun dev` says once everything is up: addresses, what to do next, how to stop. */
export function introduction(servers: DevServers, folder: DevFolder, sandbox: string, own: Environment): string {
  const { address, uiUrl } = servers.temporal;
  const usable = vendors.filter(({ key }) => Boolean(own[key]));
  const facts: [string, string][] = [
    ['  Temporal', address],
    ['  Temporal UI', uiUrl ?? 'off'],
    ['  Store', `${servers.store} (kept in ${folder.path})`],
    ['  Sandbox', sandbox],
    [
      '  Models',
      usable.map(({ provider }) => provider).join(', ') || `no key: set ${vendors.map(({ key }) => key).join(' or ')}`,
    ],
  ];
  const { model } = usable[0] ?? vendors[1];
  // Who started it by `npm run dev` has no skillrun on the PATH.
  const program = own['npm_lifecycle_event'] === undefined ? 'skillrun' : 'npm run -s skillrun --';
  return [
    'skillrun is ready',
    fields(facts),
    '',
    ...(folder.isFound
      ? ['In another terminal, in this folder:']
      : ['In another terminal:', ...exports(servers.environment)]),
    `  ${program} run image 'Draw a red circle of 200 pixels on white' --model ${model}`,
    '',
    'Ctrl-C stops everything.',
  ].join('\n');
}

function exports(environment: Record<string, string>): string[] {
  return Object.entries(environment).map(([name, value]) => `  export ${name}='${value}'`);
}
