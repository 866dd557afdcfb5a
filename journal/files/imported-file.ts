import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { DefectError } from '../../domain/kernel/errors.ts';
import type { EventSource, LineBlock } from '../source/event-source.ts';
import { readLines } from '../lines/read-lines.ts';

export interface ImportedFile extends EventSource {
  close(): Promise<void>;
}

/** The sha256 of a file's content, hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  return (await hashFileBeginnings(path, [])).whole;
}

/** The sha256 of a complete file and of its first `lengths` bytes, hexadecimal, in one pass. */
export async function hashFileBeginnings(
  path: string,
  lengths: readonly number[],
): Promise<{ whole: string; beginnings: ReadonlyMap<number, string> }> {
  const hash = createHash('sha256');
  const ahead = [...new Set(lengths)].sort((one, other) => one - other);
  const beginnings = new Map<number, string>();
  let position = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    const bytes = chunk as Buffer;
    let taken = 0;
    for (let length = ahead[0]; length !== undefined && length <= position + bytes.length; length = ahead[0]) {
      hash.update(bytes.subarray(taken, length - position));
      taken = length - position;
      beginnings.set(length, hash.copy().digest('hex'));
      ahead.shift();
    }
    hash.update(bytes.subarray(taken));
    position += bytes.length;
  }
  return { whole: hash.digest('hex'), beginnings };
}

/**
 * Opens a complete file as a source. Its id is its sha256 and its offsets are lines; the last line may lack the
 * newline.
 */
export async function openImportedFile(path: string, sha256: string): Promise<ImportedFile> {
  const file = await open(path, 'r');
  const cursor = new LineCursor(file);
  return {
    id: importedFileId(sha256),
    kind: 'file',
    location: path,
    read: (from, limits) => cursor.read(from, limits.lines, limits.bytes),
    async readAgain(firstOffset, lastOffset) {
      const count = Number(lastOffset - firstOffset);
      const block = await cursor.read(firstOffset, count, Number.POSITIVE_INFINITY);
      if (block.lines.length !== count) throw new DefectError(`${path} is shorter than the part that was read.`);
      return block;
    },
    close: () => file.close(),
  };
}

export function importedFileId(sha256: string): string {
  return `file:${sha256}`;
}

/**
 * Reads lines of a file and remembers the byte at which the next line begins. To reach an earlier line, it counts from
 * the start.
 */
class LineCursor {
  readonly #file: FileHandle;
  #line = 0n;
  #byte = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async read(from: bigint, lines: number, bytes: number): Promise<LineBlock> {
    await this.#goTo(from);
    const collected: string[] = [];
    const start = this.#byte;
    // A read ends early at a line that was cut, so a block may need several reads.
    while (collected.length < lines && this.#byte - start < bytes) {
      const part = await this.#advance(lines - collected.length, bytes - (this.#byte - start));
      if (part.length === 0) break;
      collected.push(...part);
    }
    return { lines: collected, firstOffset: from, lastOffset: this.#line };
  }

  async #goTo(line: bigint): Promise<void> {
    if (line < this.#line) {
      this.#line = 0n;
      this.#byte = 0;
    }
    while (this.#line < line) {
      const skipped = await this.#advance(Math.min(20_000, Number(line - this.#line)), Number.POSITIVE_INFINITY);
      if (skipped.length === 0) break;
    }
  }

  async #advance(lines: number, bytes: number): Promise<string[]> {
    const part = await readLines(this.#file, this.#byte, { lines, bytes }, true);
    this.#byte = part.nextByte;
    this.#line += BigInt(part.lines.length);
    return part.lines;
  }
}
