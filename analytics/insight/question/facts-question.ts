import type { TimeBucket } from '../../../domain/insight/windows/buckets.ts';
import type { AdditiveFigure, LatencyMetric } from '../../../domain/insight/group-sums.ts';
import type { Grain, Purpose } from '../../../domain/insight/insight-sets.ts';
import type { Facet } from '../../../domain/insight/dimensions.ts';
import type { GroupChoice } from '../../../domain/insight/group-choice.ts';
import type { DimensionSplit } from './dimension-split.ts';
import type { FactsFilter } from './facts-filter.ts';
import type { TopValues } from './top-values.ts';

/** The figures of the facts that a question needs. */
export interface FactsQuestion extends FactsFilter {
  readonly purposes: readonly Purpose[];
  /** True if the question covers all environments of the workspace. */
  readonly holdsEveryEnvironment: boolean;
  /** Present for a series. */
  readonly grain?: Grain;
  /** Present for a series by the days, weeks or months of a time zone: its buckets, oldest first. */
  readonly buckets?: readonly TimeBucket[];
  /** The facets whose values get groups, in addition to the total. */
  readonly facets: readonly Facet[];
  /** The maximum number of values of each facet with groups of their own; absent for no limit. */
  readonly maxValues?: number;
  /** The top values, known after the sums are read. Later measurements combine all other values in one group. */
  readonly top?: TopValues;
  /** The caller dimensions that split the facts; absent with facets, and without a split. */
  readonly dimensions?: DimensionSplit;
  /** The filter of the figures. A figure to which the filter cannot be applied is never requested. */
  readonly chosen: readonly GroupChoice[];
  /** The sums that are read. All others are zero and have no meaning. */
  readonly figures: ReadonlySet<AdditiveFigure>;
  readonly feedback: boolean;
  readonly teamRuns: boolean;
  readonly protection: boolean;
  readonly markers: boolean;
  readonly latency: readonly LatencyMetric[];
}
