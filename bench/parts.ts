import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Message } from '../src/contract/message.ts';
import { toolSpecs } from '../src/core/tools.ts';
import { createModels } from '../src/models/models.ts';
import { openStore } from '../src/store/open-store.ts';
import { createWorkspaces } from '../src/workspace/create-workspaces.ts';
import type { Figure } from './report.ts';
import type { SandboxStarts } from './sandbox-starts.ts';
import type { Stand } from './stand.ts';
import { median, timed } from './statistics.ts';
import type { StubModel } from './stub-model.ts';

const TIMES = 100;

const { signal } = new AbortController();

/** What an iteration is made of beside Temporal: medians in milliseconds of each part alone. */
export interface Parts {
  none: number;
  bwrap: number;
  stub: number;
  /** The same through skillrun's provider, which asks with a conversation and reads the stream. */
  provider: number;
  /** One object of 1 KiB into the store. */
  put: number;
  /** A command's workspace when nothing changes: found as it was, scanned again, nothing to store. */
  workspace: number;
}

export async function measureParts(stand: Stand, model: StubModel, sandboxes: SandboxStarts): Promise<Parts> {
  return {
    none: median(await timed(TIMES, sandboxes.none)),
    bwrap: median(await timed(TIMES, sandboxes.bwrap)),
    stub: median(await timed(TIMES, model.ask)),
    provider: await modelCall(model),
    put: await putObject(stand),
    workspace: await unchangedWorkspace(stand),
  };
}

export function partFigures(parts: Parts): Figure[] {
  const names: Record<keyof Parts, string> = {
    none: '`true` in sandbox none',
    bwrap: '`true` in sandbox bwrap',
    stub: 'a request to the stub model',
    provider: 'the same through the provider',
    put: 'one object of 1 KiB into S3',
    workspace: 'the workspace when nothing changes',
  };
  return Object.entries(parts).map(([name, value]) => ({
    what: `alone: ${names[name as keyof Parts]}`,
    value: value as number,
    unit: 'ms',
  }));
}

const conversation: Message[] = Array.from({ length: 20 }, (_, index) => ({
  role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
  content: [{ type: 'text' as const, text: 'x'.repeat(200) }],
}));

async function modelCall({ environment }: StubModel): Promise<number> {
  const provider = createModels(environment).get('anthropic');
  const request = {
    model: 'stub',
    system: 'x'.repeat(4000),
    messages: conversation,
    tools: toolSpecs(['execute_bash']),
    maxTokens: 4096,
    cacheKey: 'bench',
    readAsset: async () => new Uint8Array(),
  };
  return median(await timed(TIMES, () => provider.call(request, signal)));
}

async function putObject({ servers }: Stand): Promise<number> {
  const store = openStore(`${servers.store}/parts`);
  const body = randomBytes(1024);
  return median(await timed(TIMES, () => store.put(`puts/${randomUUID()}`, body)));
}

async function doNothing(): Promise<void> {}

async function unchangedWorkspace({ servers, folder }: Stand): Promise<number> {
  const store = openStore(`${servers.store}/parts`);
  const workspaces = createWorkspaces({ store, directory: join(folder, 'parts') });
  const { snapshot } = await workspaces.change('bench', undefined, signal, doNothing);
  return median(await timed(TIMES, () => workspaces.change('bench', snapshot, signal, doNothing)));
}
