import type { OutputKind } from './output.ts';

/** What a run's commands may touch: their workspace only, or the network too. */
export type Effects = 'contained' | 'external';

/** The checked front matter of a SKILL.md. */
export interface SkillManifest {
  name: string;
  description: string;
  license?: string;
  compatibility?: string;
  allowedTools: string[];
  outputs: OutputKind[];
  effects: Effects;
  /** Programs that a host must have on its PATH. */
  requires: string[];
  /** Names of the secrets that its commands need. */
  secrets: string[];
}

/** A skill pinned by the sha256 digest of its content; its bundle is in the store under both. */
export interface SkillRef {
  name: string;
  digest: string;
}
