import type { CloseWorkspaceInput, OpenWorkspaceInput, OpenWorkspaceResult } from '../src/contract/activities.ts';
import { SkillrunError } from '../src/contract/errors.ts';
import type { Attempt } from './activity.ts';
import type { Dependencies } from './dependencies.ts';
import { secretValues } from './secret-values.ts';

/** Makes this host hold the workspace, after a check that it can run the skill at all. */
export async function openWorkspace(
  { workspaceId, skill, snapshot, inputs, secrets: names }: OpenWorkspaceInput,
  { signal }: Attempt,
  { workspaces, skills, sandbox, secrets, hostQueue }: Dependencies,
): Promise<OpenWorkspaceResult> {
  const { manifest } = await skills.load(skill, signal);
  const missing = await sandbox.missingPrograms(manifest.requires);
  if (missing.length > 0) {
    throw new SkillrunError(
      'missing_programs',
      `The skill "${skill.name}" needs programs that this host lacks: ${missing.join(', ')}`,
      {
        hint: 'Install them on the worker, or look at what `skillrun doctor` says',
      },
    );
  }
  secretValues(names, secrets);
  await skills.folder(skill, signal);
  if (snapshot !== undefined && inputs.length === 0) {
    await workspaces.read(workspaceId, snapshot, signal, async () => {});
    return { host: hostQueue, snapshot };
  }
  const opened = await workspaces.change(workspaceId, snapshot, signal, (folder, stop) =>
    workspaces.placeInputs(folder, inputs, stop),
  );
  return { host: hostQueue, snapshot: opened.snapshot };
}

export async function closeWorkspace(
  { workspaceId }: CloseWorkspaceInput,
  _attempt: Attempt,
  { workspaces }: Pick<Dependencies, 'workspaces'>,
): Promise<Record<string, never>> {
  await workspaces.close(workspaceId);
  return {};
}
