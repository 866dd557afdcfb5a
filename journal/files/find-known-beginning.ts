import { open, stat } from 'node:fs/promises';
import { importedFileId, hashFileBeginnings } from './imported-file.ts';

/** A file with planned lines. A later file that begins with the same bytes continues it. */
export interface KnownFile {
  /** `file:<sha256>` of the complete content. */
  readonly id: string;
  readonly bytes: number;
  /** The number of lines planned so far; all lines if `finished`. */
  readonly lines: bigint;
  readonly finished: boolean;
}

/** A file to import, and the part of it that earlier imports have planned. */
export interface FileContent {
  /** The digest of the complete content, hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
  /**
   * The offset of the first line that no import of an earlier state of the same log has planned; 0 if there was no such
   * import.
   */
  readonly firstOffset: bigint;
  /** Ids of the known files that this file equals or begins with. Their lines have the same offsets in this file. */
  readonly holds: readonly string[];
}

const NEWLINE = 0x0a;

/**
 * Finds the part of a grown log that an earlier import has planned: the largest known file with whose bytes this file
 * begins. The shared lines are not imported a second time, so that no fact counts twice.
 */
export async function findKnownBeginning(
  path: string,
  filesUpTo: (bytes: number) => Promise<readonly KnownFile[]>,
): Promise<FileContent> {
  const bytes = (await stat(path)).size;
  const known = await filesUpTo(bytes);
  const { whole, beginnings } = await hashFileBeginnings(
    path,
    known.map((file) => file.bytes),
  );
  const held = known.filter((file) => file.id === importedFileId(beginnings.get(file.bytes) ?? ''));
  const beginning = held.find((file) => file.bytes < bytes);
  const firstOffset = beginning === undefined ? 0n : await linesTaken(path, beginning);
  return { sha256: whole, bytes, firstOffset, holds: held.map(({ id }) => id) };
}

/**
 * The number of planned lines that are complete. If the earlier file ended in the middle of a line, that line is read
 * again in full.
 */
async function linesTaken(path: string, beginning: KnownFile): Promise<bigint> {
  if (!beginning.finished || (await endsLine(path, beginning.bytes))) return beginning.lines;
  return beginning.lines - 1n;
}

/** True if the first `length` bytes of a file end with a complete line, with or without its newline. */
async function endsLine(path: string, length: number): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, length - 1);
    return buffer.includes(NEWLINE);
  } finally {
    await file.close();
  }
}
