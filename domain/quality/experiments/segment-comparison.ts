import type { EvalComparison } from './eval-comparison.ts';

/** The comparison of the pair within one segment. */
export interface SegmentComparison {
  /** The segment; empty for items without one. */
  readonly segment: string;
  /** The comparison at the level of the correction; with a margin, at alpha over the number of tested segments. */
  readonly comparison: EvalComparison;
  /** The p-value that holds at every look, 1 / e at most 1; null if the arms cannot be subtracted. */
  readonly p_value: number | null;
  /** True if the arms differ after the correction; null if the arms cannot be subtracted. */
  readonly is_significant: boolean | null;
  /** True if the arms differ significantly here, in the direction opposite to that of all items. */
  readonly reverses_overall: boolean;
}

/** The comparisons of all segments. */
export interface SegmentComparisons {
  /** The correction of the p-values for the number of segments. */
  readonly correction: 'holm';
  /** The probability of a false claim about any segment. */
  readonly alpha: number;
  /** The number of segments whose arms can be subtracted. */
  readonly tested: number;
  /** The number of segments that are not compared, because there are too many. */
  readonly left_out: number;
  /** The segments by name. */
  readonly segments: readonly SegmentComparison[];
}
