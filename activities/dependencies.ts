import type { ModelProvider } from '../src/models/port.ts';
import type { Sandbox } from '../src/sandbox/port.ts';
import type { SecretSource } from '../src/sandbox/secrets.ts';
import type { Store } from '../src/store/port.ts';
import type { Workspaces } from '../src/workspace/port.ts';
import type { SkillShelf } from './skill-shelf.ts';

/** Everything that the activities act with; the worker builds it from its configuration. */
export interface Dependencies {
  store: Store;
  /** The provider of that name; throws `unknown_provider` or `missing_key`. */
  models: { get(provider: string): ModelProvider };
  sandbox: Sandbox;
  workspaces: Workspaces;
  skills: SkillShelf;
  /** The task queue of this host. */
  hostQueue: string;
  secrets: SecretSource;
}
