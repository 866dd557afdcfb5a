import type {
  AdditiveSums,
  FeedbackSums,
  GroupKey,
  LatencyMeasure,
  ProtectionSums,
  TeamRunSums,
} from '../../../domain/insight/group-sums.ts';
import type { TopValues } from './facts-question.ts';

/** What the facts of one group add up to. */
export interface MeasuredGroup {
  readonly key: GroupKey;
  readonly sums: AdditiveSums;
  /** The same over the facts that exclusions leave out; all zero without any. */
  readonly excluded: AdditiveSums;
  /** Present when asked and when the facet of the group splits it; a group without such a fact has zeros. */
  readonly feedback?: FeedbackSums;
  readonly excludedFeedback?: FeedbackSums;
  readonly teamRuns?: TeamRunSums;
  readonly protection?: ProtectionSums;
  /** One for each latency asked. */
  readonly latency?: readonly LatencyMeasure[];
}

/** Release markers of a part of the window. They have no purpose. */
export interface MarkerCount {
  readonly bucketMs?: number;
  /** Present when the facet `release` is asked. */
  readonly releaseId?: string;
  readonly markers: bigint;
}

/**
 * The groups that any fact of the question falls into, in no particular order: those of the whole purposes (and
 * buckets) always, those of facet values beside them. Groups without facts are absent. Facet groups hold what the facts
 * say and nothing derived: requests without a terminal are in the whole groups alone.
 */
export interface MeasuredFacts {
  readonly groups: readonly MeasuredGroup[];
  /** Present where not every value is told apart: those that are. The others of each facet are one group. */
  readonly top?: TopValues;
  readonly markers: readonly MarkerCount[];
}
