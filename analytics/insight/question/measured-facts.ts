import type {
  AdditiveSums,
  FeedbackSums,
  GroupKey,
  LatencyMeasure,
  ProtectionSums,
  TeamRunSums,
} from '../../../domain/insight/group-sums.ts';
import type { TopValues } from './facts-question.ts';

/** The sums of one group's facts. */
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
 * The groups with any fact of the question, in no particular order: always those of the whole purposes (and buckets),
 * and those of facet values. Groups without facts are absent. Facet groups hold only what the facts say: requests
 * without a terminal are in the whole groups alone.
 */
export interface MeasuredFacts {
  readonly groups: readonly MeasuredGroup[];
  /** The values with groups of their own, present if not all have one. The others of each facet are one group. */
  readonly top?: TopValues;
  readonly markers: readonly MarkerCount[];
}
