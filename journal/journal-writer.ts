import { randomBytes } from 'node:crypto';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { TrafficEvent } from '../contracts/ingest/traffic-event.ts';
import { DefectError } from '../domain/kernel/errors.ts';
import { listSegments } from './journal-folder.ts';
import { segmentName, segmentNumberOf } from './segment-name.ts';

export interface JournalWriterOptions {
  readonly folder: string;
  /** Lower-case letters, digits and dashes; no two living writers of one folder share it. */
  readonly writerId: string;
  /** A segment that has grown this large is followed by a new one. */
  readonly segmentBytes?: number;
  /** Survive a loss of power too: every append waits for the disk. */
  readonly fsync?: boolean;
}

const SEGMENT_BYTES = 64 * 1024 * 1024;

/**
 * Appends events to the journal: `append` resolves when they are in the file, in one piece and in order of the calls.
 * A writer always begins a segment of its own, and another one after a failed write, so that a torn line stays the last
 * of its segment, where it is never read.
 */
export class JournalWriter {
  readonly #options: JournalWriterOptions;
  #file: FileHandle | undefined;
  #written = 0;
  #queue: Promise<void> = Promise.resolve();

  constructor(options: JournalWriterOptions) {
    if (!/^[a-z0-9-]+$/.test(options.writerId))
      throw new DefectError('A writer id is lower-case letters, digits, dashes.');
    this.#options = options;
  }

  append(events: readonly TrafficEvent[]): Promise<void> {
    const bytes = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    const done = this.#queue.then(() => this.#write(bytes));
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async close(): Promise<void> {
    await this.#queue;
    await this.#leaveSegment();
  }

  async #write(bytes: Buffer): Promise<void> {
    if (this.#written >= (this.#options.segmentBytes ?? SEGMENT_BYTES)) await this.#leaveSegment();
    this.#file ??= await this.#newSegment();
    try {
      let done = 0;
      while (done < bytes.length) done += (await this.#file.write(bytes, done)).bytesWritten;
      if (this.#options.fsync === true) await this.#file.datasync();
    } catch (error) {
      await this.#leaveSegment();
      throw error;
    }
    this.#written += bytes.length;
  }

  async #newSegment(): Promise<FileHandle> {
    const { folder, writerId } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const numbers = (await listSegments(folder)).map((name) => segmentNumberOf(writerId, name));
    const name = segmentName(writerId, Math.max(0, ...numbers) + 1, randomBytes(4).toString('hex'));
    return open(join(folder, name), 'ax', 0o600);
  }

  async #leaveSegment(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    this.#written = 0;
    await file?.close();
  }
}
