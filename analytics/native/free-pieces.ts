/** The size in bytes from which a piece has its own memory. Node.js lets smaller pieces share memory. */
const OF_ITS_OWN = 65_536;

/**
 * Frees the memory of written pieces, which are empty afterwards. They live too long for the collector of young
 * objects, and their memory outside of the heap would trigger the collector of old ones: a tenth of an import's time.
 */
export function freePieces(pieces: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of pieces) {
    // A transfer without a receiver. From Node.js 22 on, `ArrayBuffer.prototype.transfer` does the same.
    if (byteLength >= OF_ITS_OWN && buffer instanceof ArrayBuffer) structuredClone(buffer, { transfer: [buffer] });
  }
}
