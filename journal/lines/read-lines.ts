import type { FileHandle } from 'node:fs/promises';
import type { BlockLimits } from '../source/event-source.ts';
import { countEvents } from '../../contracts/ingest/calls/ended-call.ts';

const CHUNK_BYTES = 4 * 1024 * 1024;
/** The maximum bytes of a line. A longer line is cut here, so that a file of unknown origin cannot fill the memory. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

export interface ReadLines {
  readonly lines: string[];
  /** The byte after the last line read. */
  readonly nextByte: number;
}

/**
 * Reads the lines of a file, starting at a byte. A last line without its newline is left for later, unless the file is
 * `complete`. If a file has only grown, reading from the same byte with the same limits returns the same first lines.
 */
export async function readLines(
  file: FileHandle,
  fromByte: number,
  limits: BlockLimits,
  complete: boolean,
): Promise<ReadLines> {
  const lines: string[] = [];
  let room = limits.lines;
  let nextByte = fromByte;
  let window = CHUNK_BYTES;
  while (room > 0 && nextByte - fromByte < limits.bytes) {
    const chunk = await readChunk(file, nextByte, Math.min(window, MAX_LINE_BYTES));
    const end = endOfLines(chunk, room);
    if (end > 0) {
      const found = linesIn(chunk.subarray(0, end));
      let taken = 0;
      for (; room > 0 && taken < found.length; taken += 1) {
        const line = found[taken] as string;
        lines.push(line);
        room -= countEvents(line);
      }
      nextByte += taken === found.length ? end : endOfLines(chunk, taken);
      window = CHUNK_BYTES;
    } else if (chunk.length >= MAX_LINE_BYTES || (complete && chunk.length > 0 && chunk.length < window)) {
      // A cut line ends its block, so that reading the same bytes again gives the same lines.
      lines.push(chunk.toString('utf8'));
      nextByte += chunk.length;
      break;
    } else if (chunk.length < window) {
      break;
    } else {
      window *= 2;
    }
  }
  return { lines, nextByte };
}

/** The lines between two bytes of a file. */
export async function linesBetween(file: FileHandle, fromByte: number, toByte: number): Promise<string[]> {
  return linesIn(await readChunk(file, fromByte, toByte - fromByte));
}

async function readChunk(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** The number of bytes of the first `count` complete lines. */
function endOfLines(chunk: Buffer, count: number): number {
  let end = 0;
  for (let line = 0; line < count; line += 1) {
    const newline = chunk.indexOf(NEWLINE, end);
    if (newline === -1) break;
    end = newline + 1;
  }
  return end;
}

function linesIn(bytes: Buffer): string[] {
  if (bytes.length === 0) return [];
  const lines = bytes.toString('utf8').split('\n');
  if (bytes.at(-1) === NEWLINE) lines.pop();
  return lines;
}
