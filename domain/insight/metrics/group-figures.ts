import { DefectError } from '../../kernel/errors.ts';
import type { FacetedPopulation } from '../faceted-population.ts';
import { isSplitBy } from '../dimensions.ts';
import type { Completion } from '../figures/completion.ts';
import type { GroupChoice } from '../group-choice.ts';
import type {
  AdditiveSums,
  FacetKey,
  FeedbackSums,
  LatencyMeasure,
  LatencyMetric,
  ProtectionSums,
  TeamRunSums,
} from '../group-sums.ts';

/** The figures from which all cells of a group are computed. */
export interface GroupFigures {
  readonly facet: FacetKey | undefined;
  /** The choices that narrow the figures. */
  readonly chosen: readonly GroupChoice[];
  readonly sums: AdditiveSums;
  /** The counts of requests by ending. Most cells and all evidence depend on them. */
  readonly completion: Completion;
  /** The same sums over the facts that exclusions omit. */
  readonly excluded: AdditiveSums;
  /** The sums of the complete purpose and bucket. */
  readonly whole: AdditiveSums;
  readonly feedback: FeedbackSums;
  readonly excludedFeedback: FeedbackSums;
  readonly teamRuns: TeamRunSums;
  readonly protection: ProtectionSums;
  readonly markers: bigint;
  /** The measures of each requested latency. */
  readonly latency: readonly LatencyMeasure[];
}

/**
 * The measure of a group for a requested latency.
 *
 * @throws DefectError if the latency was not requested
 */
export function requireLatency({ latency }: Pick<GroupFigures, 'latency'>, metric: LatencyMetric): LatencyMeasure {
  const measure = latency.find((each) => each.metric === metric);
  if (measure === undefined) throw new DefectError(`The read did not request the latency ${metric}.`);
  return measure;
}

/** True if the facet of a group and all choices can split a population. */
export function isSplitByFacets(
  population: FacetedPopulation,
  { facet, chosen }: Pick<GroupFigures, 'facet' | 'chosen'>,
): boolean {
  return isSplitBy(population, facet?.member) && chosen.every(({ member }) => isSplitBy(population, member));
}
