import type {
  AdditiveSums,
  FeedbackSums,
  GroupKey,
  LatencyMeasure,
  ProtectionSums,
  TeamRunSums,
} from '../../../domain/insight/group-sums.ts';
import type { RankedValues } from './dimension-split.ts';
import type { TopValues } from './top-values.ts';

/** The sums of one group's facts. */
export interface MeasuredGroup {
  readonly key: GroupKey;
  readonly sums: AdditiveSums;
  /** The sums of the excluded facts; all zero without exclusions. */
  readonly excluded: AdditiveSums;
  /** Present if requested, and if the facet of the group splits feedback; a group without verdicts has zeros. */
  readonly feedback?: FeedbackSums;
  readonly excludedFeedback?: FeedbackSums;
  readonly teamRuns?: TeamRunSums;
  readonly protection?: ProtectionSums;
  /** The measure of each requested latency. */
  readonly latency?: readonly LatencyMeasure[];
}

/** Release markers of a part of the window. They have no purpose. */
export interface MarkerCount {
  readonly bucketMs?: number;
  /** Present if the facet `release` is requested. */
  readonly releaseId?: string;
  readonly markers: bigint;
}

/**
 * The groups with any fact of the question, in no particular order: those of complete purposes (and buckets), and those
 * of facet values. Groups without facts are absent. Facet groups contain only facts: requests without a terminal are in
 * the groups of complete purposes only.
 */
export interface MeasuredFacts {
  readonly groups: readonly MeasuredGroup[];
  /** The values with groups of their own; present if not all have one. The others of each facet form one group. */
  readonly top?: TopValues;
  /** The values of dimensions with groups of their own; present if dimensions split the facts. */
  readonly ranked?: RankedValues;
  readonly markers: readonly MarkerCount[];
}
