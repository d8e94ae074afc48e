/** The content of a file is stored in pieces of this many bytes; the last one is what is left. Part of the format. */
export const PIECE_BYTES = 4 * 1024 * 1024;

/** How many pieces make up a file: none for an empty one. */
export function pieceCount(bytes: number): number {
  return Math.ceil(bytes / PIECE_BYTES);
}

export interface Piece {
  index: number;
  /** Where it starts in the file, in bytes. */
  position: number;
  bytes: number;
}

/** The pieces of a file of this size, in order. */
export function* piecesOf(bytes: number): Generator<Piece> {
  for (let index = 0; index < pieceCount(bytes); index += 1) {
    const position = index * PIECE_BYTES;
    yield { index, position, bytes: Math.min(PIECE_BYTES, bytes - position) };
  }
}
