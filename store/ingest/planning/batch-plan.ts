import type { ProducerClass } from '../../../domain/insight/insight-sets.ts';

/** A quarantined line, by its position in the batch. */
export interface PlannedQuarantine {
  readonly index: number;
  readonly reason: string;
  readonly detail: string;
  readonly lineStart: string;
  /** The workspace that the line names, known or not. */
  readonly workspaceId?: string | undefined;
  readonly environmentId?: string | undefined;
  /** The identity that the line would have as an event, in decimal digits; undefined if the line lacks one. */
  readonly eventHash: string | undefined;
}

export interface PlannedGap {
  /** The organization that the line names; empty if it names no organization. */
  readonly organizationId: string;
  readonly workspaceId: string;
  /**
   * The environment; undefined for the complete workspace. An environment that does not belong to the workspace counts
   * as undefined.
   */
  readonly environmentId: string | undefined;
  readonly producerClass: ProducerClass;
  readonly fromMs: number;
  readonly toMs: number;
  readonly cause: 'quarantined' | 'declared';
  /** The reason why its lines are quarantined, or the text of its declaration. */
  readonly reason: string;
  /** Positions of the lines that the gap stands for; empty for a declared gap. */
  readonly lines: readonly number[];
}

/** The position of the last line of a workspace and producer class in a batch. */
export interface BatchReach {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly producerClass: ProducerClass;
  readonly lastIndex: number;
  /** The times of the oldest and the newest event on their time bases, in Unix milliseconds. */
  readonly oldestMs: number;
  readonly newestMs: number;
}

/** The next lines of a source. */
export interface BatchBlock {
  readonly sourceId: string;
  readonly firstOffset: bigint;
  readonly lastOffset: bigint;
  readonly lineCount: number;
  /** The mark of the last line, see LineBlock. */
  readonly mark?: string;
  /** The workspaces with an event in the block. */
  readonly workspaceIds: readonly string[];
}

/** A batch that is being planned. No other process plans meanwhile. */
export interface BatchInPlanning {
  readonly batchId: bigint;
  /** The arrival sequence of its first line. */
  readonly firstSeq: bigint;
  /**
   * Returns those of the batch numbers that belong to a planned batch. A batch whose planning was interrupted has a
   * number too.
   */
  planned(batchIds: readonly bigint[]): Promise<ReadonlyMap<bigint, { readonly isLoaded: boolean }>>;
  /** True if the identities of the events of all planned batches are stored. */
  isAllIdentified(): Promise<boolean>;
}

/** The row of an ending that a cancellation in the batch replaces. */
export interface ReplacedEnding {
  /** The position of the line with the cancellation. */
  readonly index: number;
  /** The arrival sequence of the ending, in decimal digits. */
  readonly seq: string;
  readonly row: Readonly<Record<string, string | number | boolean | null>>;
}

/** The decisions on the lines of a batch. */
export interface BatchPlan {
  /** The number of events that become facts, by name. */
  readonly eventCounts: Readonly<Record<string, number>>;
  /** Positions of the lines whose events are already known, or that end a request that has already ended. */
  readonly repeated: readonly number[];
  /** Positions of the admissions that arrived after the endings of their requests. */
  readonly late: readonly number[];
  /** Positions of the endings that are the first events of their request. */
  readonly opening: readonly number[];
  readonly replaced: readonly ReplacedEnding[];
  /**
   * Positions of the lines whose values are beyond a share, by dimension. Their rows have a common value instead.
   */
  readonly folded: ReadonlyMap<string, readonly number[]>;
  /** The position of the first evaluation of each workspace that has any, by workspace id. */
  readonly evaluated: ReadonlyMap<string, number>;
  readonly quarantined: readonly PlannedQuarantine[];
  /** Positions of lines that are quarantined but not stored. */
  readonly unkept: readonly number[];
  readonly gaps: readonly PlannedGap[];
  /**
   * Returns the positions of the lines with events, including repetitions, by event identity: of all events, or of
   * those in `among`. It is rarely called.
   */
  readonly events: (among?: readonly string[]) => ReadonlyMap<string, number>;
  readonly reach: readonly BatchReach[];
  /** The number of lines of each workspace, including quarantined ones, by workspace id. */
  readonly own: ReadonlyMap<string, number>;
}

export interface PlannedBatch {
  readonly batchId: bigint;
  readonly sourceId: string;
  readonly firstOffset: bigint;
  readonly lastOffset: bigint;
  readonly firstSeq: bigint;
  readonly lineCount: number;
  /** The unit of `lineCount` and of every position; undefined if an earlier version made the plan. */
  readonly counted: 'lines' | 'events' | undefined;
  readonly token: string;
  /** Positions of the lines that the plan quarantined. */
  readonly quarantined: ReadonlySet<number>;
  /** Positions of the lines whose events are already known, or that end a request that has already ended. */
  readonly repeated: ReadonlySet<number>;
  /** Positions of the admissions that arrived after the endings of their requests. */
  readonly late: ReadonlySet<number>;
  /** Positions of the endings that are the first events of their request. */
  readonly opening: ReadonlySet<number>;
  readonly replaced: readonly ReplacedEnding[];
  /** Positions of the lines whose values are beyond a share, by dimension. */
  readonly folded: ReadonlyMap<string, readonly number[]>;
  /** True if its facts were unloaded and are to be loaded again. */
  readonly reload: boolean;
  /** True if all its lines are quarantined or blank, so that they need not be read again. */
  readonly isEmpty: boolean;
}

/** A batch whose rows are in ClickHouse. */
export interface LoadedBatch {
  readonly batch: PlannedBatch;
  readonly reach: readonly BatchReach[];
}

/** The totals of all batches of a source. */
export interface SourceTotals {
  readonly events: Readonly<Record<string, number>>;
  /** The number of lines whose events were already known. */
  readonly repeated: number;
  readonly quarantined: number;
  /** The first few quarantined lines, each with its offset in the source (lines of a file). */
  readonly firstQuarantined: readonly { offset: bigint; reason: string; detail: string }[];
}

/** A workspace with traffic from a source, and its newest event. */
export interface SourceWorkspace {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly newestMs: number;
}
