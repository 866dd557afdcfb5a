import type { EventLog } from './event-source.ts';

/** Up to where each of these sources is planned; one that is not known is absent. */
export type PlannedOffsets = (sourceIds: readonly string[]) => Promise<ReadonlyMap<string, bigint>>;

/** Why a journal takes no more for now. */
export type Backpressure = 'indexer_behind' | 'disk_full' | 'log_full' | 'log_unreachable';

/** How far a journal may be used up. */
export interface JournalLimits {
  readonly maxUnreadBytes: number;
  readonly minFreeBytes: number;
}

export interface LineWriterOptions {
  /** Lower-case letters, digits and dashes; no two living writers of one journal share it. */
  readonly writerId: string;
  /** False: a loss of power may take the last moments of what was kept with it. True unless it is said. */
  readonly waitsForDisk?: boolean;
  /** Told of every write that is kept: its bytes, and the seconds that it took. */
  readonly onWritten?: (bytes: number, seconds: number) => void;
}

/** Appends to a journal. */
export interface LineWriter {
  /**
   * Has workers see that this writer writes here before it has a line, where that shows: one that dies without a line is not taken for one whose
   * lines lie elsewhere then. Rejects as `appendLines` does.
   */
  begin(): Promise<void>;
  /**
   * Resolves when the lines, none of which holds a newline, are kept whatever ends this process, in the order of the calls. When
   * it rejects, nobody can say which of them are.
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
 * Where facts are kept on their way in, and until they need not be loaded again. What it promises: a line that was acknowledged is
 * read, in the order of its writer, or is said to be missing; it may be read more than once; and what was read once is read
 * again the same, from any offset that was given out, as long as it is kept.
 */
export interface Journal {
  /** Read in this order. */
  readonly logs: readonly EventLog[];
  openWriter(options: LineWriterOptions): LineWriter;
  /** Bytes that are in no batch yet; a line that is still being written is among them. */
  unreadBytes(plannedOffsets: PlannedOffsets): Promise<number>;
  /** Undefined where nothing keeps new lines out. Rejects where Postgres does not answer. */
  backpressure(limits: JournalLimits, plannedOffsets: PlannedOffsets): Promise<Backpressure | undefined>;
  /** Why a source cannot be read again as it was planned, as a sentence; undefined where it can. Its content is not read. */
  faultOf(source: PlannedPart): Promise<string | undefined>;
  close(): Promise<void>;
}
