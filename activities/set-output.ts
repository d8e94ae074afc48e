import type { SetOutputInput, SetOutputResult } from '../src/contract/activities.ts';
import type { Attempt } from './activity.ts';
import type { Dependencies } from './dependencies.ts';
import { outputKey } from './keys.ts';
import { openOutput } from './output-file.ts';

/** Checks one workspace file and uploads it as an output. What does not fit is told to the model. */
export async function setOutput(
  { workspaceId, snapshot, kind, path }: SetOutputInput,
  { prefix, signal }: Attempt,
  { store, workspaces }: Pick<Dependencies, 'store' | 'workspaces'>,
): Promise<SetOutputResult> {
  return await workspaces.read(workspaceId, snapshot, signal, async (folder): Promise<SetOutputResult> => {
    const opened = await openOutput(folder, path, kind);
    if ('refused' in opened) return { accepted: false, error: opened.refused };
    const { file, bytes, mediaType, sha256 } = opened;
    try {
      const key = outputKey(prefix, sha256, opened.path);
      await store.putFile(key, file, bytes, { mediaType, signal });
      return { accepted: true, output: { kind, uri: store.uri(key), mediaType, bytes, sha256, path: opened.path } };
    } finally {
      await file.close();
    }
  });
}
