import type { EventLog } from './event-source.ts';

/** Returns the planned offset of each source; an unknown source is absent. */
export type PlannedOffsets = (sourceIds: readonly string[]) => Promise<ReadonlyMap<string, bigint>>;

/** The reason why a journal accepts no lines for now. */
export type Backpressure = 'indexer_behind' | 'disk_full' | 'log_full' | 'log_unreachable';

/** The limits on the use of a journal. */
export interface JournalLimits {
  readonly maxUnreadBytes: number;
  readonly minFreeBytes: number;
}

export interface LineWriterOptions {
  /** Lower-case letters, digits and dashes. No two running writers of one journal share an id. */
  readonly writerId: string;
  /** False if a power loss may destroy the lines of the last moments. The default is true. */
  readonly waitsForDisk?: boolean;
  /** Receives the bytes of every stored write and the seconds that it took. */
  readonly onWritten?: (bytes: number, seconds: number) => void;
}

/** Appends to a journal. */
export interface LineWriter {
  /**
   * Announces this writer to the workers before its first line, if the journal shows writers. Otherwise a writer that
   * dies without a line looks like one whose lines are elsewhere. Rejects as `appendLines` does.
   */
  begin(): Promise<void>;
  /**
   * Resolves when the lines are stored, in the order of the calls, so that they survive any end of this process. No
   * line may contain a newline. After a rejection it is unknown which lines are stored.
   */
  appendLines(lines: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** A source of a journal, and the range of it that was planned and is to be loaded again. */
export interface PlannedPart {
  readonly id: string;
  /** The start of a half-open range, in the unit of the source. */
  readonly plannedFrom: bigint;
  readonly plannedTo: bigint;
}

/**
 * Stores lines until their facts are loaded and need not be loaded again. Every acknowledged line is read in the order
 * of its writer, possibly more than once, or is reported as missing. While a part is stored, reading it again from any
 * offset that was returned gives the same lines.
 */
export interface Journal {
  /** The logs, in the order of reading. */
  readonly logs: readonly EventLog[];
  openWriter(options: LineWriterOptions): LineWriter;
  /** Bytes that are in no batch yet, including a line that is still being written. */
  unreadBytes(plannedOffsets: PlannedOffsets): Promise<number>;
  /** The current backpressure; undefined if new lines are accepted. Rejects if Postgres does not answer. */
  backpressure(limits: JournalLimits, plannedOffsets: PlannedOffsets): Promise<Backpressure | undefined>;
  /**
   * A sentence that says why a source cannot be read again as it was planned; undefined if it can. Its content is not
   * read.
   */
  faultOf(source: PlannedPart): Promise<string | undefined>;
  close(): Promise<void>;
}
