import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import { listSegments } from './journal-folder.ts';
import { segmentName, segmentNumberOf } from './segment-name.ts';

export interface JournalWriterOptions {
  readonly folder: string;
  /** Lower-case letters, digits and dashes; no two living writers of one folder share it. */
  readonly writerId: string;
  /** A segment that has grown this large is followed by a new one. */
  readonly segmentBytes?: number;
  /** Every append waits for the disk, and survives a loss of power too. Without it, the disk follows within moments. */
  readonly waitsForDisk?: boolean;
  /** Called after every stored write: its bytes, and the seconds that it took. */
  readonly onWritten?: (bytes: number, seconds: number) => void;
}

const SEGMENT_BYTES = 64 * 1024 * 1024;

/** Most of what one write takes: lines that wait behind it are not held up by more than that. */
const WRITE_CHARACTERS = 16 * 1024 * 1024;

/** Milliseconds that lines are only in the file, if nobody waits for the disk. */
const FLUSH_MS = 200;

/** The most characters that are written at once, and not by another thread: they are copied within microseconds. */
const AT_ONCE = 262_144;

/** Bytes of UTF-8 for one character as JavaScript counts them. */
const MAX_BYTES = 3;

/** Lines that wait for their write. */
interface Waiting {
  readonly text: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Appends events to the journal: `append` resolves when they are in the file, in one piece and in order of the calls.
 * Calls that come while a write is under way share the next one, and its wait for the disk. A writer always begins a
 * segment of its own, and another one after a failed write, so that a torn line stays the last of its segment, where it
 * is never read.
 */
export class JournalWriter {
  readonly #options: JournalWriterOptions;
  #file: FileHandle | undefined;
  #written = 0;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #isFlushDue = false;
  #isFlushing = false;
  /** The buffer for the bytes of one write. */
  #room: Buffer | undefined;
  /** The fault of a flush that nobody waited for; the next write rejects with it. */
  #flushFault: Error | undefined;

  constructor(options: JournalWriterOptions) {
    if (!/^[a-z0-9-]+$/.test(options.writerId))
      throw new DefectError('A writer id is lower-case letters, digits, dashes.');
    this.#options = options;
  }

  /** Makes its first segment. */
  begin(): Promise<void> {
    return this.appendLines([]);
  }

  append(events: readonly TrafficEvent[]): Promise<void> {
    return this.appendLines(events.map((event) => JSON.stringify(event)));
  }

  /** Appends lines as they are: none of them holds a newline. */
  appendLines(lines: readonly string[]): Promise<void> {
    const text = [...lines, ''].join('\n');
    const isFree = this.#writing === undefined && this.#flushFault === undefined && !this.#isFull;
    if (this.#file !== undefined && isFree && this.#isAtOnce(text)) return this.#writeAtOnce(this.#file, text);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#leaveSegment();
  }

  /**
   * True if text is written without leaving the turn. If nobody waits for the disk, the write is only a copy into the
   * system's memory, and to hand it to another thread and back takes several times as long. During a flush the system
   * may block the writer.
   */
  #isAtOnce({ length }: { readonly length: number }): boolean {
    return this.#options.waitsForDisk !== true && !this.#isFlushing && length <= AT_ONCE;
  }

  /** Writes within the turn: if nothing else is in progress or due, it does not even wait for a promise. */
  #writeAtOnce(file: FileHandle, text: string): Promise<void> {
    const startedAt = performance.now();
    // Memory of its own for each write would be among the largest parts of the garbage that a call leaves.
    this.#room ??= Buffer.allocUnsafeSlow(AT_ONCE * MAX_BYTES);
    const bytes = this.#room.subarray(0, this.#room.write(text));
    try {
      writeWhole(file, bytes);
    } catch (error) {
      const left = this.#leaveSegment();
      // Writes that arrive meanwhile wait for it, and continue in another segment.
      const onwards = (): Promise<void> => this.#writeAll();
      this.#writing = left.then(onwards, onwards);
      return left.then(() => Promise.reject(error as Error));
    }
    this.#flushSoon(file);
    this.#tellWritten(bytes, startedAt);
    return Promise.resolve();
  }

  async #writeAll(): Promise<void> {
    // All other lines of this turn share the first write.
    await nextTurn();
    while (this.#waiting.length > 0) {
      const together = this.#waiting.splice(0, fitting(this.#waiting));
      try {
        await this.#write(Buffer.from(together.map(({ text }) => text).join('')));
        for (const { resolve } of together) resolve();
      } catch (error) {
        for (const { reject } of together) reject(error);
      }
    }
    this.#writing = undefined;
  }

  async #write(bytes: Buffer): Promise<void> {
    if (this.#isFull) await this.#leaveSegment();
    this.#file ??= await this.#newSegment();
    const startedAt = performance.now();
    try {
      this.#throwFlushFault();
      if (this.#isAtOnce(bytes)) writeWhole(this.#file, bytes);
      else await writeElsewhere(this.#file, bytes);
      if (this.#options.waitsForDisk === true) await this.#file.datasync();
      else this.#flushSoon(this.#file);
    } catch (error) {
      await this.#leaveSegment();
      throw error;
    }
    this.#tellWritten(bytes, startedAt);
  }

  /** True if the next lines go into another segment. */
  get #isFull(): boolean {
    return this.#written >= (this.#options.segmentBytes ?? SEGMENT_BYTES);
  }

  #tellWritten({ length }: Buffer, startedAt: number): void {
    this.#written += length;
    this.#options.onWritten?.(length, (performance.now() - startedAt) / 1_000);
  }

  #flushSoon(file: FileHandle): void {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    setTimeout(() => {
      this.#isFlushDue = false;
      // A segment that was left meanwhile was flushed then.
      if (file === this.#file) void this.#flush(file);
    }, FLUSH_MS);
  }

  async #flush(file: FileHandle): Promise<void> {
    this.#isFlushing = true;
    try {
      await file.datasync();
    } catch (error) {
      this.#flushFault = error as Error;
    }
    this.#isFlushing = false;
  }

  #throwFlushFault(): void {
    const fault = this.#flushFault;
    this.#flushFault = undefined;
    if (fault !== undefined) throw fault;
  }

  async #newSegment(): Promise<FileHandle> {
    const { folder, writerId } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const numbers = (await listSegments(folder)).map((name) => segmentNumberOf(writerId, name));
    const name = segmentName(writerId, Math.max(0, ...numbers) + 1, randomBytes(4).toString('hex'));
    const file = await open(join(folder, name), 'ax', 0o600);
    await syncFolder(folder);
    return file;
  }

  async #leaveSegment(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    this.#written = 0;
    try {
      if (this.#options.waitsForDisk !== true) await file?.datasync();
    } finally {
      await file?.close();
    }
  }
}

function writeWhole({ fd }: FileHandle, bytes: Buffer): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done);
}

/** Writes in another thread. */
async function writeElsewhere(file: FileHandle, bytes: Buffer): Promise<void> {
  let done = 0;
  while (done < bytes.length) done += (await file.write(bytes, done)).bytesWritten;
}

/** The number of waiting writes that share the next one; the first always fits. */
function fitting(waiting: readonly Waiting[]): number {
  let total = 0;
  const beyond = waiting.findIndex(({ text }, index) => {
    total += text.length;
    return index > 0 && total > WRITE_CHARACTERS;
  });
  return beyond === -1 ? waiting.length : beyond;
}

/** Syncs the folder. Bytes on the disk are found again only if their name is there too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
