import type { Exclusion } from './exclusion.ts';
import type { ProducerClass } from './insight-sets.ts';

/**
 * The position up to which one producer class has written, up to which that is indexed, and the time of the last
 * indexing; in the workspace's own sequence.
 */
interface ProducerWatermark {
  readonly producer_class: ProducerClass;
  readonly produced_through: bigint;
  readonly indexed_through: bigint;
  /** Absent while nothing of this producer has been indexed. */
  readonly last_indexed_at?: Date;
}

/** The reason why traffic is missing in a time, and its amount. */
export interface GapDisclosure {
  /** The cause: its lines were refused, or a person declares that nothing was recorded. */
  readonly cause: 'quarantined' | 'declared';
  readonly reasons: readonly string[];
  /** The number of gaps that this one stands for. */
  readonly times: number;
  /** Lines that were refused in them, as far as they are counted one by one. */
  readonly lines: number;
}

/** Time in which traffic of a producer is known to be missing, half-open. */
export interface IngestGap {
  readonly producerClass: ProducerClass;
  /** Absent where it may be of any environment of the workspace. */
  readonly environmentId?: string;
  readonly from: Date;
  readonly to: Date;
  /** Absent where nobody has read yet what may be missing. */
  readonly disclosure?: GapDisclosure;
}

/** The state of one workspace's ingestion, at one moment. */
export interface IngestSnapshot {
  /**
   * An arrival sequence below which every batch that holds lines of the workspace is loaded. It is the installation's,
   * tells how much everybody brings, and is shown to nobody.
   */
  readonly fence: bigint;
  /** The number of the workspace's own lines below `fence`: the fence that is shown. */
  readonly ownFence: bigint;
  /** The arrival sequence up to which `gaps` were looked up; shown to nobody. */
  readonly disclosedThrough: bigint;
  /** The number of the workspace's own lines that are known, loaded or not. */
  readonly ownDisclosedThrough: bigint;
  /**
   * The arrival sequence of the first cancellation that took the place of another ending; absent while none did, and
   * shown to nobody. It never changes once it is there.
   */
  readonly firstReplaced?: bigint;
  /** Likewise of the first evaluation of a component; 0 where nobody knows. */
  readonly firstEvaluated?: bigint;
  /**
   * Ids of all environments of the workspace. Facts below `fence` are of these: traffic of no other is let in, and none
   * is ever removed.
   */
  readonly environmentIds: readonly string[];
  readonly watermarks: readonly ProducerWatermark[];
  /**
   * Gaps of the workspace that touch the window; those of one environment that begin in one UTC hour and end in one may
   * be shown as one.
   */
  readonly gaps: readonly IngestGap[];
  /** Exclusions that touch the window, in no particular order. */
  readonly exclusions: readonly Exclusion[];
  /** The retention horizon, midnight UTC: facts before it are gone. Absent while nothing ever expired. */
  readonly keepsFrom?: Date;
  /** Facts that were part of answers are being loaded again: what is there now would be taken for all there was. */
  readonly isReloading?: boolean;
  /**
   * The time since which traffic of the workspace may wait to be read or loaded: earlier traffic is below `fence`.
   * Unread lines count for every workspace, because their workspace is unknown. So do calls that a gateway left open
   * when it went silent. Absent if no indexer ever began.
   */
  readonly waitingSince?: Date;
  readonly generations: { readonly projection: number; readonly retention: number; readonly exclusion: number };
}

/** The source of a read context's pin. */
export interface IngestState {
  /**
   * The state for the half-open window `[from, to)`. Under a pin, gaps disclosed by batches above `disclosedThrough`
   * are left out, and those stay that were closed above `fence`, so that two reads see the same gaps. Generations are
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
