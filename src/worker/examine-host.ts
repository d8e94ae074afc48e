import { Connection } from '@temporalio/client';
import type { Environment } from '../config/environment.ts';
import { sandboxName, skillFolders, workerSettings } from '../config/settings.ts';
import { temporalConfig } from '../config/temporal.ts';
import { clientError } from '../client/temporal-errors.ts';
import { describeError, isSkillrunError } from '../contract/errors.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import type { Sandbox } from '../sandbox/port.ts';
import { listSkills, loadSkill } from '../skills/index.ts';
import { openStore } from '../store/open-store.ts';
import { toolboxFolder } from './data-folder.ts';

export interface HostCheck {
  name: string;
  ok: boolean;
  /** What is there, or what is wrong and what to do. */
  detail: string;
}

export interface SkillReport {
  name: string;
  /** Programs that its commands would not find. */
  missing: string[];
  /** What is wrong with the skill itself. */
  problem?: string;
}

export interface HostReport {
  checks: HostCheck[];
  skills: SkillReport[];
}

/** Looks at what a worker on this host would have. Nothing is started or changed, but for a probe of each part. */
export async function examineHost(environment: Environment): Promise<HostReport> {
  const sandbox = createSandbox(sandboxName(environment), { toolboxDir: toolboxFolder(), nodePath: process.execPath });
  const checks = [
    await check('node', async () => process.version),
    await check('temporal', () => examineTemporal(environment)),
    await check('store', () => examineStore(environment)),
    await check('sandbox', () => sandbox.probe()),
  ];
  const places = await listSkills(skillFolders(environment));
  const skills = await Promise.all(places.map(({ name, folder }) => examineSkill(name, folder, sandbox)));
  return { checks, skills };
}

async function check(name: string, look: () => Promise<string>): Promise<HostCheck> {
  try {
    return { name, ok: true, detail: await look() };
  } catch (error) {
    return { name, ok: false, detail: isSkillrunError(error) ? describeError(error) : (error as Error).message };
  }
}

async function examineTemporal(environment: Environment): Promise<string> {
  const { connection: options, address, namespace } = temporalConfig(environment);
  try {
    const connection = await Connection.connect({ ...options, connectTimeout: '5 seconds' } as object);
    await connection.close();
    return `${address}, namespace ${namespace}`;
  } catch (error) {
    throw clientError(error, `address=${address}`);
  }
}

async function examineStore(environment: Environment): Promise<string> {
  const { storeUrl } = workerSettings(environment);
  await openStore(storeUrl).check();
  return storeUrl;
}

async function examineSkill(name: string, folder: string, sandbox: Sandbox): Promise<SkillReport> {
  try {
    const { manifest } = await loadSkill(folder);
    return { name, missing: await sandbox.missingPrograms(manifest.requires) };
  } catch (error) {
    return { name, missing: [], problem: isSkillrunError(error) ? describeError(error) : (error as Error).message };
  }
}
