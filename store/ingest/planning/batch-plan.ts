import type { ProducerClass } from '../../../domain/insight/insight-sets.ts';

/** A line set aside, by its place in the batch. */
export interface PlannedQuarantine {
  readonly index: number;
  readonly reason: string;
  readonly detail: string;
  readonly lineStart: string;
  /** The workspace that it states, known or not. */
  readonly workspaceId?: string | undefined;
  readonly environmentId?: string | undefined;
  /** The identity that it would have as an event, in decimal digits; undefined if the line lacks it. */
  readonly eventHash: string | undefined;
}

export interface PlannedGap {
  /** The organization in the line; empty if it has none. */
  readonly organizationId: string;
  readonly workspaceId: string;
  /** Undefined for the whole workspace, which one is taken for that is not of it. */
  readonly environmentId: string | undefined;
  readonly producerClass: ProducerClass;
  readonly fromMs: number;
  readonly toMs: number;
  readonly cause: 'quarantined' | 'declared';
  /** The reason why its lines are quarantined, or the text of its declaration. */
  readonly reason: string;
  /** Places of the lines that it stands for; none where it was declared. */
  readonly lines: readonly number[];
}

/** The last line of a workspace and producer class in a batch, by its place. */
export interface BatchReach {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly producerClass: ProducerClass;
  readonly lastIndex: number;
  /** Unix milliseconds of the oldest and the newest event on their time bases. */
  readonly oldestMs: number;
  readonly newestMs: number;
}

/** The next lines of a source. */
export interface BatchBlock {
  readonly sourceId: string;
  readonly firstOffset: bigint;
  readonly lastOffset: bigint;
  readonly lineCount: number;
  /** See LineBlock. */
  readonly mark?: string;
  /** Workspaces of which it holds any event. */
  readonly workspaceIds: readonly string[];
}

/** A batch that is about to be planned. Nobody else plans meanwhile. */
export interface BatchInPlanning {
  readonly batchId: bigint;
  /** The arrival sequence of its first line. */
  readonly firstSeq: bigint;
  /** The planned batches among some: a batch that died before it was planned also has a number. */
  planned(batchIds: readonly bigint[]): Promise<ReadonlyMap<bigint, { readonly isLoaded: boolean }>>;
  /** True if the identities of all planned batches' events are stored. */
  isAllIdentified(): Promise<boolean>;
}

/** The row of an ending whose place a cancellation of the batch takes. */
export interface ReplacedEnding {
  /** Place of the line that holds the cancellation. */
  readonly index: number;
  /** Arrival sequence of the ending, in decimal digits. */
  readonly seq: string;
  readonly row: Readonly<Record<string, string | number | boolean | null>>;
}

/** The decided lines of a batch. */
export interface BatchPlan {
  /** Events that become facts, by name. */
  readonly eventCounts: Readonly<Record<string, number>>;
  /** Places of the lines whose events are known already, or that end a request that has ended. */
  readonly repeated: readonly number[];
  /** Places of the admissions behind the endings of their requests. */
  readonly late: readonly number[];
  /** Positions of the endings that are the first events of their request. */
  readonly opening: readonly number[];
  readonly replaced: readonly ReplacedEnding[];
  /** Place of the first evaluation of each workspace that has any, by its id. */
  readonly evaluated: ReadonlyMap<string, number>;
  readonly quarantined: readonly PlannedQuarantine[];
  /** Places of the lines that are set aside as well, and of which no more than that is kept. */
  readonly unkept: readonly number[];
  readonly gaps: readonly PlannedGap[];
  /**
   * Places of the lines that hold events, repetitions among them, by what these are known by: all, or those of `among`.
   * Seldom asked for.
   */
  readonly events: (among?: readonly string[]) => ReadonlyMap<string, number>;
  readonly reach: readonly BatchReach[];
  /** The number of lines of each workspace, quarantined ones included, by its id. */
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
  /** Places of the lines that the plan set aside. */
  readonly quarantined: ReadonlySet<number>;
  /** Places of the lines whose events are known already, or that end a request that has ended. */
  readonly repeated: ReadonlySet<number>;
  /** Places of the admissions behind the endings of their requests. */
  readonly late: ReadonlySet<number>;
  /** Positions of the endings that are the first events of their request. */
  readonly opening: ReadonlySet<number>;
  readonly replaced: readonly ReplacedEnding[];
  /** True if its facts were unloaded, to be loaded again. */
  readonly reload: boolean;
  /** All its lines were set aside, or are blank: they need not be read again. */
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
  /** Lines whose events were known already. */
  readonly repeated: number;
  readonly quarantined: number;
  /** The first few lines set aside, with the place of each in its source (lines of a file). */
  readonly firstQuarantined: readonly { offset: bigint; reason: string; detail: string }[];
}

/** A workspace with traffic from a source, and its newest event. */
export interface SourceWorkspace {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly newestMs: number;
}
