import type { EventLog } from './event-source.ts';

/** The planned offset of each of these sources; an unknown one is absent. */
export type PlannedOffsets = (sourceIds: readonly string[]) => Promise<ReadonlyMap<string, bigint>>;

/** The reasons why a journal accepts no lines for now. */
export type Backpressure = 'indexer_behind' | 'disk_full' | 'log_full' | 'log_unreachable';

/** The limits on the use of a journal. */
export interface JournalLimits {
  readonly maxUnreadBytes: number;
  readonly minFreeBytes: number;
}

export interface LineWriterOptions {
  /** Lower-case letters, digits and dashes; no two living writers of one journal share it. */
  readonly writerId: string;
  /** False: a loss of power may take the last moments of what was kept with it. True unless it is said. */
  readonly waitsForDisk?: boolean;
  /** Called after every stored write: its bytes, and the seconds that it took. */
  readonly onWritten?: (bytes: number, seconds: number) => void;
}

/** Appends to a journal. */
export interface LineWriter {
  /**
   * Announces this writer to workers before it has a line, if the journal shows writers. A writer that dies without a
   * line is then not mistaken for one with lines elsewhere. Rejects as `appendLines` does.
   */
  begin(): Promise<void>;
  /**
   * Resolves when the lines are stored safely against every end of this process, in the order of the calls. No line
   * holds a newline. After a rejection it is unknown which lines are stored.
   */
  appendLines(lines: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** A source of a journal, and what of it was planned and is to be loaded again. */
export interface PlannedPart {
  readonly id: string;
  /** Half-open, in the unit of the source. */
  readonly plannedFrom: bigint;
  readonly plannedTo: bigint;
}

/**
 * The store of facts on their way in, until they need not be loaded again. A line that was acknowledged is read, in the
 * order of its writer, or is reported as missing; it may be read more than once. A part that was read once is read
 * again the same, from any offset that was given out, as long as it is stored.
 */
export interface Journal {
  /** Read in this order. */
  readonly logs: readonly EventLog[];
  openWriter(options: LineWriterOptions): LineWriter;
  /** Bytes that are in no batch yet; a line that is still being written is among them. */
  unreadBytes(plannedOffsets: PlannedOffsets): Promise<number>;
  /** Undefined where nothing keeps new lines out. Rejects where Postgres does not answer. */
  backpressure(limits: JournalLimits, plannedOffsets: PlannedOffsets): Promise<Backpressure | undefined>;
  /**
   * The reason as a sentence why a source cannot be read again as it was planned; undefined if it can. Its content is
   * not read.
   */
  faultOf(source: PlannedPart): Promise<string | undefined>;
  close(): Promise<void>;
}
