import type { Exclusion } from './exclusion.ts';
import type { ProducerClass } from './insight-sets.ts';

/**
 * The progress of one producer class: the positions up to which it has written and up to which its lines are indexed,
 * in the workspace's own sequence, and the time of the last indexing.
 */
interface ProducerWatermark {
  readonly producer_class: ProducerClass;
  readonly produced_through: bigint;
  readonly indexed_through: bigint;
  /** The time of the last indexing; absent if no line of this producer has been indexed. */
  readonly last_indexed_at?: Date;
}

/** The reason why traffic is missing in a time span, and its amount. */
export interface GapDisclosure {
  /** The cause: the lines were quarantined, or a person declared that nothing was recorded. */
  readonly cause: 'quarantined' | 'declared';
  readonly reasons: readonly string[];
  /** The number of gaps that this entry summarizes. */
  readonly times: number;
  /** The number of quarantined lines in these gaps, as far as they are counted individually. */
  readonly lines: number;
}

/** A half-open time span in which traffic of a producer is known to be missing. */
export interface IngestGap {
  readonly producerClass: ProducerClass;
  /** The affected environment; absent if it may be any environment of the workspace. */
  readonly environmentId?: string;
  readonly from: Date;
  readonly to: Date;
  /** The disclosure; absent if the missing lines have not been read yet. */
  readonly disclosure?: GapDisclosure;
}

/** The state of a workspace's ingestion at a moment. */
export interface IngestSnapshot {
  /**
   * The arrival sequence below which every batch with lines of the workspace is loaded. It counts the traffic of the
   * entire installation, so it is never shown to anybody.
   */
  readonly fence: bigint;
  /** The number of the workspace's own lines below `fence`. This is the fence that is shown. */
  readonly ownFence: bigint;
  /** The arrival sequence up to which `gaps` are known; never shown to anybody. */
  readonly disclosedThrough: bigint;
  /** The number of the workspace's own known lines, loaded or not. */
  readonly ownDisclosedThrough: bigint;
  /**
   * The arrival sequence of the first cancellation that replaced another ending; absent if there was none. It never
   * changes after it is set, and is never shown to anybody.
   */
  readonly firstReplaced?: bigint;
  /** The arrival sequence of the first evaluation of a component; 0 if it is unknown, absent if there was none. */
  readonly firstEvaluated?: bigint;
  /**
   * The ids of all environments of the workspace. All facts below `fence` belong to them, because traffic of other
   * environments is not admitted and environments are never removed.
   */
  readonly environmentIds: readonly string[];
  readonly watermarks: readonly ProducerWatermark[];
  /**
   * The gaps of the workspace that overlap the window. Gaps of one environment that begin in the same UTC hour and end
   * in the same UTC hour may be merged.
   */
  readonly gaps: readonly IngestGap[];
  /** The exclusions that overlap the window, in no particular order. */
  readonly exclusions: readonly Exclusion[];
  /** The retention horizon, at midnight UTC. Facts before it are removed. Absent if nothing has ever expired. */
  readonly keepsFrom?: Date;
  /**
   * Present while facts that were part of earlier answers are loaded again. The loaded facts would otherwise be
   * mistaken for all facts.
   */
  readonly isReloading?: boolean;
  /**
   * The time since which traffic of the workspace may be waiting to be read or loaded; earlier traffic is below
   * `fence`. Unread lines count for every workspace, because their workspace is unknown. So do calls that a gateway
   * left open when it went silent. Absent if no indexer has ever started.
   */
  readonly waitingSince?: Date;
  readonly generations: { readonly projection: number; readonly retention: number; readonly exclusion: number };
}

/** The port that gives the state to which a read context is pinned. */
export interface IngestState {
  /**
   * The state for the half-open window `[from, to)`. With a pin, two reads see the same gaps: gaps that batches above
   * `disclosedThrough` disclosed are omitted, and gaps that were closed above `fence` are included. Generations are
   * unsigned integers.
   */
  read(input: {
    organizationId: string;
    workspaceId: string;
    from: Date;
    to: Date;
    pin?: { readonly fence: bigint; readonly disclosedThrough: bigint };
  }): Promise<IngestSnapshot>;
}
