import type { SecretNames } from '../src/contract/activities.ts';
import { resolveSecrets, type SecretSource } from '../src/sandbox/secrets.ts';

/** The secrets of a run's commands: the run's own have to be there, the skill's are passed where the host has them. */
export function secretValues({ required, optional }: SecretNames, source: SecretSource): Record<string, string> {
  const present = optional.filter((name) => source.allowed.includes(name) && (source.environment[name] ?? '') !== '');
  return resolveSecrets([...new Set([...required, ...present])], source);
}
