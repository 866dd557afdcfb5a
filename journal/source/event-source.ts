/** Consecutive lines of a source, and where they stand in it. */
export interface LineBlock {
  readonly lines: readonly string[];
  /**
   * Half-open, in the unit of the source: bytes of a journal segment, messages of a stream, lines of a file or of the
   * control plane.
   */
  readonly firstOffset: bigint;
  readonly lastOffset: bigint;
  /** An additional mark of its last line, for sources that may use the same position for another line. */
  readonly mark?: string;
}

/** The maximum size of a block. The first line always fits. */
export interface BlockLimits {
  /** One that holds several events counts as so many; the last one may hold more than there was room for. */
  readonly lines: number;
  readonly bytes: number;
}

/** An ordered, append-only run of lines that can be read again from any offset it has given out. */
export interface EventSource {
  /** Names the content, not the place: the same content always has the same id. */
  readonly id: string;
  readonly kind: 'journal' | 'file' | 'outbox';
  readonly location: string;
  /** The complete lines from an offset on; none when nothing is there yet. */
  read(from: bigint, limits: BlockLimits): Promise<LineBlock>;
  /** Exactly the lines of a block that was read before. */
  readAgain(firstOffset: bigint, lastOffset: bigint): Promise<LineBlock>;
}

/** A source that is still written to. */
export interface GrowingSource extends EventSource {
  /** The writer, if it has several sources: they are listed and read in the order of writing. */
  readonly writer?: string;
  /** The offset that it reaches by now, a torn last line included. */
  end(): Promise<bigint>;
  /**
   * Rejects where the source has something else by now at an offset up to which it was read, than what the mark was of.
   */
  requireRead?(offset: bigint, mark: string | undefined): Promise<void>;
}

/**
 * A log of events in any number of sources: a folder of segments, the outbox of the control plane, partitions of a
 * topic.
 */
export interface EventLog {
  /** The name of the source in messages about its faults. */
  readonly name: string;
  sources(): Promise<GrowingSource[]>;
}
