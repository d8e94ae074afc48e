import { hash } from 'node:crypto';
import type { InputAsset } from '../contract/asset.ts';
import { SkillrunError } from '../contract/errors.ts';
import type { RunInput } from '../contract/run.ts';
import { inputKey } from '../contract/store-keys.ts';
import type { Store } from '../store/port.ts';

/** Inline inputs up to this many bytes (as base64) may stand in the workflow's history. */
const INLINE_BYTES = 64 * 1024;

/** Puts large inline inputs into the store, so that the history only refers to them. */
export async function uploadInputs(input: RunInput, openStore: () => Store): Promise<RunInput> {
  if (input.inputs === undefined) return input;
  const inputs = await Promise.all(input.inputs.map((asset) => uploadInput(asset, openStore)));
  return { ...input, inputs };
}

async function uploadInput(asset: InputAsset, openStore: () => Store): Promise<InputAsset> {
  if (!('data' in asset) || asset.data.length <= INLINE_BYTES) return asset;
  const { data, ...rest } = asset;
  const body = Buffer.from(data, 'base64');
  if (body.length === 0)
    throw new SkillrunError('invalid_input', `The input ${asset.name ?? asset.kind} is not base64`);
  const store = openStore();
  const key = inputKey(hash('sha256', body));
  await store.put(key, body, asset.mediaType === undefined ? {} : { mediaType: asset.mediaType });
  return { ...rest, uri: store.uri(key) };
}
