/** Content that is read from its beginning to its end. */
export interface ByteSource {
  /** Reads the next bytes into a target. Returns their number, or 0 at the end. */
  read(target: Buffer): Promise<number>;
  close(): Promise<void>;
}

/** The content of pieces that arrive in any size. */
export function sourceOfPieces(
  pieces: AsyncIterator<Uint8Array> | Iterator<Uint8Array>,
  close: () => Promise<void>,
): ByteSource {
  let piece: Uint8Array = new Uint8Array();
  return {
    close,
    read: async (target) => {
      while (piece.length === 0) {
        const next = await pieces.next();
        if (next.done) return 0;
        piece = next.value;
      }
      const taken = piece.subarray(0, target.length);
      target.set(taken);
      piece = piece.subarray(taken.length);
      return taken.length;
    },
  };
}
