/** An immutable stored version of a workspace: the uri of its manifest, whose name is the sha256 of its content. */
export interface SnapshotRef {
  uri: string;
}

/** The newest segment of a run's transcript, and how many messages the whole transcript has up to there. */
export interface TranscriptRef {
  uri: string;
  messages: number;
}
