import type { TimeBucket } from '../../../domain/insight/windows/buckets.ts';
import type { AdditiveFigure, FacetKey, LatencyMetric } from '../../../domain/insight/group-sums.ts';
import type { Grain, Purpose } from '../../../domain/insight/insight-sets.ts';
import type { Facet } from '../../../domain/insight/dimensions.ts';
import type { GroupChoice } from '../../../domain/insight/group-choice.ts';
import type { FactsFilter } from './facts-filter.ts';

/** Which figures of the facts a question needs. */
export interface FactsQuestion extends FactsFilter {
  readonly purposes: readonly Purpose[];
  /** The environments of the question are all that the workspace has. */
  readonly holdsEveryEnvironment: boolean;
  /** Present for a series. */
  readonly grain?: Grain;
  /** Present for a series by the days, weeks or months of a zone of its own: its buckets, oldest first. */
  readonly buckets?: readonly TimeBucket[];
  /** Facets whose values are told apart, besides the whole. */
  readonly facets: readonly Facet[];
  /** How many values of each facet are told apart; absent for all of them. */
  readonly maxValues?: number;
  /** Those values, once the sums have told which: whatever else is measured of others is measured of all of them. */
  readonly top?: TopValues;
  /** What the figures are narrowed to. None of those that it cannot tell apart is asked. */
  readonly chosen: readonly GroupChoice[];
  /** The sums that are read. All others are zero, whatever the facts say. */
  readonly figures: ReadonlySet<AdditiveFigure>;
  readonly feedback: boolean;
  readonly teamRuns: boolean;
  readonly protection: boolean;
  readonly markers: boolean;
  readonly latency: readonly LatencyMetric[];
}

/** Values of facets that are shown by themselves, in the order of answers. */
export type TopValues = readonly { readonly purpose: Purpose; readonly facet: FacetKey }[];
