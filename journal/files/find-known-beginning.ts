import { open, stat } from 'node:fs/promises';
import { importedFileId, sha256OfBeginnings } from './imported-file.ts';

/** A file of which lines have been planned: a later file that begins with its bytes continues it. */
export interface KnownFile {
  /** `file:<sha256>` of its whole content. */
  readonly id: string;
  readonly bytes: number;
  /** Lines planned so far; all of them when finished. */
  readonly lines: bigint;
  readonly finished: boolean;
}

/** A file to import, as far as it is known already. */
export interface FileContent {
  /** Hexadecimal, of the whole content. */
  readonly sha256: string;
  readonly bytes: number;
  /**
   * The offset of the first line that no import of an earlier state of the same log has planned; 0 for a log without
   * one.
   */
  readonly firstOffset: bigint;
  /** Ids of the known files that it is, or begins with. Their lines stand in it at the same offsets. */
  readonly holds: readonly string[];
}

const NEWLINE = 0x0a;

/**
 * Finds how much of a log that has grown came in with an import of an earlier state of it: the largest known file whose
 * bytes this one begins with. Facts are sent once, so the lines they share are not taken a second time.
 */
export async function findKnownBeginning(
  path: string,
  filesUpTo: (bytes: number) => Promise<readonly KnownFile[]>,
): Promise<FileContent> {
  const bytes = (await stat(path)).size;
  const known = await filesUpTo(bytes);
  const { whole, beginnings } = await sha256OfBeginnings(
    path,
    known.map((file) => file.bytes),
  );
  const held = known.filter((file) => file.id === importedFileId(beginnings.get(file.bytes) ?? ''));
  const beginning = held.find((file) => file.bytes < bytes);
  const firstOffset = beginning === undefined ? 0n : await linesTaken(path, beginning);
  return { sha256: whole, bytes, firstOffset, holds: held.map(({ id }) => id) };
}

/** A last line that was still being written was no line yet, and is read again now that it is complete. */
async function linesTaken(path: string, beginning: KnownFile): Promise<bigint> {
  if (!beginning.finished || (await endsLine(path, beginning.bytes))) return beginning.lines;
  return beginning.lines - 1n;
}

/** True when the first `length` bytes of a file end with a whole line, with or without its newline. */
async function endsLine(path: string, length: number): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, length - 1);
    return buffer.includes(NEWLINE);
  } finally {
    await file.close();
  }
}
