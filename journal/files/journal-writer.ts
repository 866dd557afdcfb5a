import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import { listSegments } from './journal-folder.ts';
import { segmentName, parseSegmentNumber } from './segment-name.ts';

export interface JournalWriterOptions {
  readonly folder: string;
  /** Lower-case letters, digits and dashes. No two running writers of one folder share an id. */
  readonly writerId: string;
  /** The size in bytes at which a segment is closed and the next one begins. */
  readonly segmentBytes?: number;
  /**
   * True if every append waits for the disk and survives a power loss. Otherwise data reaches the disk within moments.
   */
  readonly waitsForDisk?: boolean;
  /** Receives the bytes of every stored write and the seconds that it took. */
  readonly onWritten?: (bytes: number, seconds: number) => void;
}

const SEGMENT_BYTES = 64 * 1024 * 1024;

/** The maximum characters of one write, which limits how long the lines behind it wait. */
const WRITE_CHARACTERS = 16 * 1024 * 1024;

/** Milliseconds until a flush to the disk, if appends do not wait for it. */
const FLUSH_MS = 200;

/** The maximum characters that are written synchronously on this thread: copying them takes microseconds. */
const AT_ONCE = 262_144;

/** The maximum UTF-8 bytes of one UTF-16 code unit. */
const MAX_BYTES = 3;

/** Lines that wait to be written. */
interface Waiting {
  readonly text: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Appends events to the journal. `append` resolves when its events are in the file, contiguous and in the order of the
 * calls. Calls during a write share the next write and its wait for the disk. A writer always begins its own segment,
 * and a new one after a failed write. A torn line is therefore always the last of its segment, where it is never read.
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
  /** The error of a background flush; the next write rejects with it. */
  #flushFault: Error | undefined;

  constructor(options: JournalWriterOptions) {
    if (!/^[a-z0-9-]+$/.test(options.writerId))
      throw new DefectError('A writer id is lower-case letters, digits, dashes.');
    this.#options = options;
  }

  /** Creates the first segment. */
  begin(): Promise<void> {
    return this.appendLines([]);
  }

  append(events: readonly TrafficEvent[]): Promise<void> {
    return this.appendLines(events.map((event) => JSON.stringify(event)));
  }

  /** Appends lines unchanged. No line may contain a newline. */
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
   * True if the text is written synchronously. If appends do not wait for the disk, a write only copies into the memory
   * of the system; passing it to another thread and back takes several times as long. During a flush, the system may
   * block the writer, so the write is asynchronous.
   */
  #isAtOnce({ length }: { readonly length: number }): boolean {
    return this.#options.waitsForDisk !== true && !this.#isFlushing && length <= AT_ONCE;
  }

  /** Writes synchronously, if no other write is in progress or due. */
  #writeAtOnce(file: FileHandle, text: string): Promise<void> {
    const startedAt = performance.now();
    // A new buffer for each write would be one of the largest sources of garbage of a call.
    this.#room ??= Buffer.allocUnsafeSlow(AT_ONCE * MAX_BYTES);
    const bytes = this.#room.subarray(0, this.#room.write(text));
    try {
      writeWhole(file, bytes);
    } catch (error) {
      const left = this.#leaveSegment();
      // Writes that arrive meanwhile wait until the segment is closed, and continue in a new one.
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
      // If the segment was closed meanwhile, closing it has flushed it.
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
    const numbers = (await listSegments(folder)).map((name) => parseSegmentNumber(writerId, name));
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

/** Writes asynchronously, on a thread of Node's pool. */
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

/** Syncs the folder, so that the name of a new segment survives a power loss too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
