import { join } from 'node:path';
import type { Dependencies } from '../../activities/index.ts';
import { SkillShelf } from '../../activities/skill-shelf.ts';
import type { Environment } from '../config/environment.ts';
import type { WorkerSettings } from '../config/settings.ts';
import { createModels } from '../models/models.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { openStore } from '../store/open-store.ts';
import { createWorkspaces } from '../workspace/create-workspaces.ts';
import { toolboxFolder } from './data-folder.ts';

/** Builds the adapters that the settings name. `folder` is this host's place on the disk. */
export function buildDependencies(
  settings: WorkerSettings,
  environment: Environment,
  folder: string,
  hostQueue: string,
): Dependencies {
  const store = openStore(settings.storeUrl);
  return {
    store,
    hostQueue,
    models: createModels(environment),
    sandbox: createSandbox(settings.sandbox, { toolboxDir: toolboxFolder(), nodePath: process.execPath }),
    workspaces: createWorkspaces({ store, directory: folder }),
    skills: new SkillShelf(store, settings.skillFolders, join(folder, 'skills')),
    secrets: { allowed: settings.allowedSecrets, environment },
  };
}
