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

/** Everything that the cells of one group are computed from. */
export interface GroupFigures {
  readonly facet: FacetKey | undefined;
  /** The choices to which the figures are narrowed. */
  readonly chosen: readonly GroupChoice[];
  readonly sums: AdditiveSums;
  /** The endings of the requests among them: most cells and all evidence depend on it. */
  readonly completion: Completion;
  /** The same sums over the facts that exclusions leave out. */
  readonly excluded: AdditiveSums;
  /** The sums of the whole purpose (and bucket). */
  readonly whole: AdditiveSums;
  readonly feedback: FeedbackSums;
  readonly excludedFeedback: FeedbackSums;
  readonly teamRuns: TeamRunSums;
  readonly protection: ProtectionSums;
  readonly markers: bigint;
  /** One for each latency asked. */
  readonly latency: readonly LatencyMeasure[];
}

/** The measures of a group for a requested latency. */
export function latencyOf({ latency }: Pick<GroupFigures, 'latency'>, metric: LatencyMetric): LatencyMeasure {
  const measure = latency.find((each) => each.metric === metric);
  if (measure === undefined) throw new DefectError(`Nobody asked for ${metric}.`);
  return measure;
}

/** True when the facet of a group and everything that it is narrowed to tell the facts of a population apart. */
export function isSplitByFacets(
  population: FacetedPopulation,
  { facet, chosen }: Pick<GroupFigures, 'facet' | 'chosen'>,
): boolean {
  return isSplitBy(population, facet?.member) && chosen.every(({ member }) => isSplitBy(population, member));
}
