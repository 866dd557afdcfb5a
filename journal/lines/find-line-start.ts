import type { FileHandle } from 'node:fs/promises';

const WINDOW_BYTES = 65_536;
const NEWLINE = 0x0a;

/**
 * The first byte at or after `fromByte` at which a line begins; the end of the file if none begins there. A torn last
 * line counts as no line.
 */
export async function findLineStart(file: FileHandle, fromByte: number): Promise<number> {
  if (fromByte <= 0) return 0;
  const window = Buffer.allocUnsafe(WINDOW_BYTES);
  // The byte before is the newline if a line begins exactly at `fromByte`.
  for (let position = fromByte - 1; ;) {
    const { bytesRead } = await file.read(window, 0, WINDOW_BYTES, position);
    if (bytesRead === 0) return position;
    const newline = window.subarray(0, bytesRead).indexOf(NEWLINE);
    if (newline !== -1) return position + newline + 1;
    position += bytesRead;
  }
}
