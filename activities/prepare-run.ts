import type { PreparedRun } from '../src/contract/activities.ts';
import type { Asset } from '../src/contract/asset.ts';
import { SkillrunError } from '../src/contract/errors.ts';
import type { UserPart } from '../src/contract/message.ts';
import type { RunInput } from '../src/contract/run.ts';
import type { Effects, SkillManifest } from '../src/contract/skill.ts';
import type { SnapshotRef } from '../src/contract/workspace.ts';
import { checkRunInput, parseModelName } from '../src/core/run-input.ts';
import { EXECUTE_BASH, toolSpecs } from '../src/core/tools.ts';
import type { ModelProvider } from '../src/models/port.ts';
import { checkVariables } from '../src/sandbox/environment.ts';
import type { Store } from '../src/store/port.ts';
import type { Attempt } from './activity.ts';
import type { Dependencies } from './dependencies.ts';
import { storeInputs, storeText } from './inputs.ts';

/** A prompt up to this many bytes stands in the history; a longer one goes to the store. */
const INLINE_PROMPT_BYTES = 4096;

/** Checks all that the caller gave, pins the skill, and puts everything large into the store. */
export async function prepareRun(
  value: RunInput,
  { signal }: Attempt,
  { models, skills, store }: Pick<Dependencies, 'models' | 'skills' | 'store'>,
): Promise<PreparedRun> {
  const input = checkRunInput(value);
  checkVariables(input.variables ?? {});
  const provider = models.get(parseModelName(input.model).provider);
  const { ref, skill } = await skills.pin(input.skill, signal);
  const { manifest } = skill;
  if (input.workspace !== undefined) await checkSnapshot(input.workspace, store, signal);
  const inputs = await storeInputs(input.inputs ?? [], store, signal);
  const tools = toolSpecs(manifest.allowedTools).map(({ name }) => name);
  return {
    skill: ref,
    tools,
    effects: narrow(manifest, input.effects),
    secrets: { required: input.secrets ?? [], optional: manifest.secrets },
    opening: [
      Buffer.byteLength(input.prompt) <= INLINE_PROMPT_BYTES
        ? { type: 'text', text: input.prompt }
        : await storeText(input.prompt, store, signal),
      ...inputs.flatMap((asset) => present(asset, provider, tools)),
    ],
    inputs,
  };
}

/** A snapshot that a caller names has to be there: no retry brings it. */
async function checkSnapshot({ uri }: SnapshotRef, store: Store, signal: AbortSignal): Promise<void> {
  if ((await store.find(store.key(uri), { signal })) !== undefined) return;
  throw new SkillrunError(
    'invalid_input',
    `The snapshot that the run is to start from is not in the store [uri=${uri}]`,
    {
      hint: "Take the `workspace` of another run's result",
    },
  );
}

/** A run may give up what its skill may touch, not add to it. */
function narrow(manifest: SkillManifest, wanted: Effects | undefined): Effects {
  if (wanted === 'external' && manifest.effects === 'contained') {
    throw new SkillrunError(
      'invalid_input',
      `The skill "${manifest.name}" is contained: a run cannot give its commands the network`,
      {
        hint: 'Leave out effects, or set metadata.effects in the skill',
      },
    );
  }
  return wanted ?? manifest.effects;
}

/**
 * How an input stands in the first message: always as a file of the workspace, and as content where the model can take
 * it. What can neither be shown nor be worked on with commands is an error.
 */
function present(asset: Asset, provider: ModelProvider, tools: string[]): UserPart[] {
  const note: UserPart = {
    type: 'text',
    text: `Input ${asset.kind}: ${asset.path} (${asset.mediaType}, ${asset.bytes} bytes)`,
  };
  if (provider.accepts(asset)) return [note, { type: 'asset', asset }];
  if (tools.includes(EXECUTE_BASH)) return [note];
  throw new SkillrunError(
    'unsupported_input',
    `The models of ${provider.name} cannot take the input ${asset.path} (${asset.mediaType})`,
    {
      hint: 'Choose another model, convert the input, or use a skill that can run commands on it',
    },
  );
}
