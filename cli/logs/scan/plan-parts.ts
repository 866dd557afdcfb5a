import { open, type FileHandle } from 'node:fs/promises';
import { findLineStart } from '../../../journal/lines/find-line-start.ts';
import type { CallWindow } from '../call-window.ts';
import { writerOf, type LogFile } from '../find-log-files.ts';
import { isPlainFile } from '../open-log-file.ts';

/** A part of a log that can be read by itself: a range of a file that begins and ends with a line, or a whole file. */
export interface LogPart {
  readonly file: LogFile;
  readonly from: number;
  /** The end; infinity for a file that is not plain. */
  readonly to: number;
}

/** The bytes of a part. */
const PART_BYTES = 67_108_864;
/** The writers of gateways. Their lines are in the order of time, but for the length of a call. */
const GATEWAY_WRITER = /^proxy-/;
/** The longest call, as the gateway cuts it off, with the time that a clock may be set back. */
const LONGEST_CALL_MS = 3_660_000;
const CLOCK_MS = 600_000;
const PROBE_BYTES = 65_536;

/** The parts of files that can contain calls of a window, in the order of the log. */
export async function planParts(files: readonly LogFile[], window: CallWindow): Promise<LogPart[]> {
  const parts: LogPart[] = [];
  for (const file of files) {
    if (!(await isPlainFile(file)) || file.size === undefined) {
      parts.push({ file, from: 0, to: Number.POSITIVE_INFINITY });
      continue;
    }
    const handle = await open(file.path, 'r');
    try {
      const { from, to } = await windowIn(handle, file, file.size, window);
      for (let start = from; start < to;) {
        const end = to - start <= PART_BYTES ? to : await findLineStart(handle, start + PART_BYTES);
        parts.push({ file, from: start, to: Math.min(end, to) });
        start = end;
      }
    } finally {
      await handle.close();
    }
  }
  return parts;
}

/** The bytes of a file that can contain calls of a window. */
async function windowIn(
  handle: FileHandle,
  file: LogFile,
  size: number,
  { fromMs, toMs }: CallWindow,
): Promise<{ from: number; to: number }> {
  const whole = { from: 0, to: size };
  if (!GATEWAY_WRITER.test(writerOf(file) ?? '')) return whole;
  const from = fromMs === Number.NEGATIVE_INFINITY ? 0 : await firstLineAfter(handle, size, fromMs - CLOCK_MS);
  const to =
    toMs === Number.POSITIVE_INFINITY ? size : await firstLineAfter(handle, size, toMs + LONGEST_CALL_MS + CLOCK_MS);
  return from === undefined || to === undefined ? whole : { from, to };
}

/** The beginning of the first line that was written at or after an instant; undefined if a line states no time. */
async function firstLineAfter(handle: FileHandle, size: number, ms: number): Promise<number | undefined> {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const start = await findLineStart(handle, middle);
    if (start >= high) {
      high = middle;
      continue;
    }
    const { writtenMs, end } = await lineAt(handle, start);
    if (writtenMs === undefined) {
      // A torn last line states no time, and is read in any case.
      if (end >= size) high = middle;
      else return undefined;
    } else if (writtenMs < ms) low = end;
    else high = middle;
  }
  return await findLineStart(handle, low);
}

const ADMITTED_AT = /"admitted_at":"(\d{4}-\d{2}-\d{2}T[\d:.]+Z)"(?:,"ended_ms":(\d{1,10}),)?/;

/** The time at which a line was written. */
async function lineAt(handle: FileHandle, start: number): Promise<{ writtenMs: number | undefined; end: number }> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(PROBE_BYTES), 0, PROBE_BYTES, start);
  const newline = buffer.subarray(0, bytesRead).indexOf(0x0a);
  const end = newline === -1 ? bytesRead : newline;
  const found = ADMITTED_AT.exec(buffer.toString('latin1', 0, end));
  const writtenMs = found === null ? undefined : Date.parse(found[1] ?? '') + Number(found[2] ?? 0);
  return { writtenMs, end: start + end + 1 };
}
