import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { SkillrunError } from '../src/contract/errors.ts';
import type { SkillRef } from '../src/contract/skill.ts';
import { findSkill, loadSkill, packSkill, readBundle, skillOf, writeSkill, type Skill } from '../src/skills/index.ts';
import type { Store } from '../src/store/port.ts';
import { bundleKey } from './keys.ts';

const CACHED_SKILLS = 50;
const NAMED = /^([a-z0-9-]+)(?:@([0-9a-f]{64}))?$/;

/** A skill that a run is pinned to. */
export interface PinnedSkill {
  ref: SkillRef;
  skill: Skill;
}

/** Skills on their way from folders into the store, and from there to models and hosts. */
export class SkillShelf {
  readonly #store: Store;
  readonly #folders: string[];
  readonly #unpacked: string;
  readonly #loaded = new LRUCache<string, Promise<Skill>>({ max: CACHED_SKILLS });
  readonly #written = new Map<string, Promise<string>>();

  /** `folders` hold the skills that are found by name; `unpacked` is where this host writes those from the store. */
  constructor(store: Store, folders: string[], unpacked: string) {
    this.#store = store;
    this.#folders = folders;
    this.#unpacked = unpacked;
  }

  /**
   * Pins `name`, `name@digest`, or the uri of a bundle: from here on its content cannot change. Throws `unknown_skill`,
   * `invalid_skill`.
   */
  async pin(wanted: string, signal: AbortSignal): Promise<PinnedSkill> {
    if (/^(s3|file):\/\//.test(wanted)) return await this.#pinBundle(wanted, signal);
    const [, name, digest] = NAMED.exec(wanted) ?? [];
    if (name === undefined) {
      throw new SkillrunError('unknown_skill', `"${wanted}" names no skill`, {
        hint: 'Give a name, name@digest, or the uri of a published bundle',
      });
    }
    if (digest === undefined) return await this.#pinFolder(name, signal);
    const stored = await this.#store.find(bundleKey(name, digest), { signal });
    if (stored !== undefined) return { ref: { name, digest }, skill: await this.load({ name, digest }, signal) };
    const pinned = await this.#pinFolder(name, signal);
    if (pinned.ref.digest === digest) return pinned;
    throw new SkillrunError(
      'unknown_skill',
      `There is no version ${digest} of the skill "${name}"; here it is ${pinned.ref.digest}`,
    );
  }

  /** A pinned skill's manifest and instructions. */
  async load(ref: SkillRef, signal: AbortSignal): Promise<Skill> {
    const cached = this.#loaded.get(ref.digest);
    if (cached !== undefined) return await cached;
    const loading = this.#read(ref, signal);
    this.#loaded.set(ref.digest, loading);
    loading.catch(() => this.#loaded.delete(ref.digest));
    return await loading;
  }

  /** The folder on this host with a pinned skill's files. */
  async folder(ref: SkillRef, signal: AbortSignal): Promise<string> {
    const written = this.#written.get(ref.digest) ?? this.#write(ref, signal);
    this.#written.set(ref.digest, written);
    written.catch(() => this.#written.delete(ref.digest));
    return await written;
  }

  async #pinFolder(name: string, signal: AbortSignal): Promise<PinnedSkill> {
    const skill = await loadSkill(await findSkill(name, this.#folders));
    const ref = { name, digest: skill.digest };
    if (!this.#loaded.has(ref.digest)) {
      await this.#publish(ref, await packSkill(name, skill.files), signal);
      this.#loaded.set(ref.digest, Promise.resolve(skill));
    }
    return { ref, skill };
  }

  /** A bundle may stand anywhere in the store; a run refers to the copy under its name and digest. */
  async #pinBundle(uri: string, signal: AbortSignal): Promise<PinnedSkill> {
    const bytes = await this.#store.get(this.#store.key(uri), { signal });
    const { name, digest, files } = await readBundle(bytes, uri);
    const ref = { name, digest };
    if (this.#store.key(uri) !== bundleKey(name, digest)) await this.#publish(ref, bytes, signal);
    return { ref, skill: skillOf(files, name, `${uri}/SKILL.md`) };
  }

  async #publish({ name, digest }: SkillRef, bundle: Uint8Array, signal: AbortSignal): Promise<void> {
    await this.#store.put(bundleKey(name, digest), bundle, { mediaType: 'application/gzip', signal });
  }

  async #read({ name, digest }: SkillRef, signal: AbortSignal): Promise<Skill> {
    const key = bundleKey(name, digest);
    const uri = this.#store.uri(key);
    const bundle = await readBundle(await this.#store.get(key, { signal }), uri);
    if (bundle.digest !== digest) {
      throw new SkillrunError(
        'object_damaged',
        `A skill's bundle has the digest ${bundle.digest} instead of ${digest} [uri=${uri}]`,
      );
    }
    return skillOf(bundle.files, bundle.name, `${uri}/SKILL.md`);
  }

  async #write(ref: SkillRef, signal: AbortSignal): Promise<string> {
    const { files } = await this.load(ref, signal);
    const folder = join(this.#unpacked, ref.digest);
    await mkdir(this.#unpacked, { recursive: true });
    await writeSkill(files, folder);
    return folder;
  }
}
