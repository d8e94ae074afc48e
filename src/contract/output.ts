/** Kinds of outputs a skill may declare; each has its own `set_output_<kind>` tool. */
export const OUTPUT_KINDS = ['image', 'audio', 'video', 'document', 'html'] as const;
export type OutputKind = (typeof OUTPUT_KINDS)[number];

/** A workspace file that the model designated as a result of the run. */
export interface Output {
  kind: OutputKind;
  uri: string;
  mediaType: string;
  bytes: number;
  sha256: string;
  /** Where it stood, relative to the workspace. */
  path: string;
}

export type Outputs = Partial<Record<OutputKind, Output>>;
