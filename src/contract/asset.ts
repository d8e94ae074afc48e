/** Kinds of files that go into a run. */
export const ASSET_KINDS = ['image', 'audio', 'video', 'document'] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];

/** An input as the caller gives it: by uri (`s3://…`, `file:///…` of the run's own store) or inline as base64. */
export type InputAsset = {
  kind: AssetKind;
  /** File name in the workspace's `inputs/` folder; made from the uri or the kind when left out. */
  name?: string;
  mediaType?: string;
} & ({ uri: string } | { data: string });

/** An input after `prepareRun`: in the store, checked, and placed at `path` in the workspace. */
export interface Asset {
  kind: AssetKind;
  /** Relative to the workspace, e.g. `inputs/photo.png`. */
  path: string;
  uri: string;
  mediaType: string;
  bytes: number;
  sha256: string;
}
