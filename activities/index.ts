import type { Activities } from '../src/contract/activities.ts';
import { activity } from './activity.ts';
import { callModel } from './call-model.ts';
import type { Dependencies } from './dependencies.ts';
import { executeBash } from './execute-bash.ts';
import { prepareRun } from './prepare-run.ts';
import { setOutput } from './set-output.ts';
import { Transcripts } from './transcript.ts';
import { closeWorkspace, openWorkspace } from './workspace.ts';

export type { Dependencies } from './dependencies.ts';

/** The activities of skillrun, on these dependencies. */
export function createActivities(dependencies: Dependencies): Activities {
  const transcripts = new Transcripts(dependencies.store);
  return {
    prepareRun: activity((input, attempt) => prepareRun(input, attempt, dependencies)),
    callModel: activity((input, attempt) => callModel(input, attempt, dependencies, transcripts)),
    openWorkspace: activity((input, attempt) => openWorkspace(input, attempt, dependencies)),
    executeBash: activity((input, attempt) => executeBash(input, attempt, dependencies)),
    setOutput: activity((input, attempt) => setOutput(input, attempt, dependencies)),
    closeWorkspace: activity((input, attempt) => closeWorkspace(input, attempt, dependencies)),
  };
}
