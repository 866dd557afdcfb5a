import type { ByteSource } from './byte-source.ts';
import { CutOffError } from './open-log-file.ts';
import type { SkippedLines } from './skipped-lines.ts';

const BLOCK_BYTES = 4_194_304;
/**
 * The maximum bytes of a line that can be valid: the format allows 65,536 UTF-16 units, each of at most three bytes.
 * Longer lines are skipped without being held.
 */
const MAX_LINE_BYTES = 196_608;
const NEWLINE = 0x0a;

/** Complete lines in a buffer that the next block reuses. */
export interface LineBlock {
  readonly bytes: Buffer;
  /** The bytes of the first line's beginning and of the last line's end in the buffer. */
  readonly from: number;
  readonly to: number;
  /** The offset of the first line in the content. */
  readonly offset: number;
  /** True if the last line has no line break, because the content ends with it. */
  readonly isTorn: boolean;
}

/**
 * Reads content as blocks of complete lines, in constant memory.
 *
 * @param skipped receives lines that are too long, and the end of a damaged compressed file
 * @param from the offset of the content's beginning
 * @param to the offset at which reading ends; the end of the content unless set
 */
export async function* readLineBlocks(
  source: ByteSource,
  skipped: SkippedLines,
  { from = 0, to = Number.POSITIVE_INFINITY }: { readonly from?: number; readonly to?: number } = {},
): AsyncGenerator<LineBlock, void> {
  const bytes = Buffer.allocUnsafe(BLOCK_BYTES + MAX_LINE_BYTES);
  let held = 0;
  let offset = from;
  let isSkipping = false;
  for (;;) {
    const room = Math.max(0, Math.min(bytes.length - held, to - offset - held));
    const read = await readPiece(source, bytes.subarray(held, held + room), skipped);
    const filled = held + read;
    if (read === 0) {
      if (held > 0 && !isSkipping) yield { bytes, from: 0, to: held, offset, isTorn: true };
      return;
    }
    const newline = bytes.lastIndexOf(NEWLINE, filled - 1);
    const end = newline >= held ? newline + 1 : 0;
    if (end > 0) {
      // The rest of a line that is too long ends at the first line break.
      const start = isSkipping ? bytes.indexOf(NEWLINE) + 1 : 0;
      isSkipping = false;
      if (start < end) yield { bytes, from: start, to: end, offset: offset + start, isTorn: false };
      bytes.copyWithin(0, end, filled);
    }
    offset += end;
    held = filled - end;
    if (held > MAX_LINE_BYTES) {
      skipped.add('too_long', isSkipping ? 0 : 1);
      isSkipping = true;
      offset += held;
      held = 0;
    }
  }
}

async function readPiece(source: ByteSource, target: Buffer, skipped: SkippedLines): Promise<number> {
  try {
    return target.length === 0 ? 0 : await source.read(target);
  } catch (error) {
    if (!(error instanceof CutOffError)) throw error;
    skipped.add('cut_off');
    return 0;
  }
}

/**
 * Calls `visit` with the beginning and the end of each line of a block, without its line break. Empty lines are
 * omitted.
 */
export function* linesOf({ bytes, from, to }: LineBlock): Generator<[start: number, end: number], void> {
  for (let start = from; start < to;) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 || newline >= to ? to : newline;
    if (end > start) yield [start, end];
    start = end + 1;
  }
}
