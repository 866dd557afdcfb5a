/** Consecutive lines of a source, and their offsets. */
export interface LineBlock {
  readonly lines: readonly string[];
  /**
   * The start of a half-open range, in the unit of the source: bytes of a journal segment, messages of a stream, lines
   * of a file or of the control plane.
   */
  readonly firstOffset: bigint;
  readonly lastOffset: bigint;
  /** An additional mark of the last line, for sources that may reuse an offset for another line. */
  readonly mark?: string;
}

/** The maximum size of a block. The first line always fits. */
export interface BlockLimits {
  /**
   * The maximum number of events. A line with several events counts as that many; the last line may exceed the limit.
   */
  readonly lines: number;
  readonly bytes: number;
}

/** An ordered, append-only sequence of lines. It can be read again from any offset that it has returned. */
export interface EventSource {
  /** The id of the content, independent of its location: the same content always has the same id. */
  readonly id: string;
  readonly kind: 'journal' | 'file' | 'outbox';
  readonly location: string;
  /** The complete lines from an offset on; no lines if there are none yet. */
  read(from: bigint, limits: BlockLimits): Promise<LineBlock>;
  /** Returns exactly the lines of a block that was read before. */
  readAgain(firstOffset: bigint, lastOffset: bigint): Promise<LineBlock>;
}

/** A source that is still written to. */
export interface GrowingSource extends EventSource {
  /** The writer, if one writer has several sources. Sources of a writer are listed and read in the order of writing. */
  readonly writer?: string;
  /** The current end of the source, including a torn last line. */
  end(): Promise<bigint>;
  /** Rejects if the source was read up to this offset and its content there no longer matches the mark. */
  requireRead?(offset: bigint, mark: string | undefined): Promise<void>;
  /**
   * Reads as `read` does, without waiting for the disk: a power loss may still destroy the lines. It is for readers
   * that store nothing about what they have read. Absent if `read` waits for no disk.
   */
  peek?(from: bigint, limits: BlockLimits): Promise<LineBlock>;
  /**
   * The offset of a line near the end, so that about this many bytes follow it; the start of a source with fewer bytes.
   * Absent if the source has no such offset.
   */
  recentOffset?(bytes: number): Promise<bigint>;
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
