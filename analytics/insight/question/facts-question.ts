import type { TimeBucket } from '../../../domain/insight/windows/buckets.ts';
import type { AdditiveFigure, FacetKey, LatencyMetric } from '../../../domain/insight/group-sums.ts';
import type { Grain, Purpose } from '../../../domain/insight/insight-sets.ts';
import type { Facet } from '../../../domain/insight/dimensions.ts';
import type { GroupChoice } from '../../../domain/insight/group-choice.ts';
import type { FactsFilter } from './facts-filter.ts';

/** The figures of the facts that a question needs. */
export interface FactsQuestion extends FactsFilter {
  readonly purposes: readonly Purpose[];
  /** The environments of the question are all that the workspace has. */
  readonly holdsEveryEnvironment: boolean;
  /** Present for a series. */
  readonly grain?: Grain;
  /** Present for a series by the days, weeks or months of a zone of its own: its buckets, oldest first. */
  readonly buckets?: readonly TimeBucket[];
  /** Facets that are grouped by value, in addition to the whole. */
  readonly facets: readonly Facet[];
  /** The maximum number of values of each facet that have a group; absent for no limit. */
  readonly maxValues?: number;
  /** The top values, once the sums are read. Later measurements combine all other values in one group. */
  readonly top?: TopValues;
  /** The filter of the figures. No figure is requested that the filter cannot apply to. */
  readonly chosen: readonly GroupChoice[];
  /** The sums that are read. All others are zero and mean nothing. */
  readonly figures: ReadonlySet<AdditiveFigure>;
  readonly feedback: boolean;
  readonly teamRuns: boolean;
  readonly protection: boolean;
  readonly markers: boolean;
  readonly latency: readonly LatencyMetric[];
}

/** Values of facets that are shown by themselves, in the order of answers. */
export type TopValues = readonly { readonly purpose: Purpose; readonly facet: FacetKey }[];
