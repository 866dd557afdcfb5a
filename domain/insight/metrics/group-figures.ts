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
  /** What the figures are narrowed to. */
  readonly chosen: readonly GroupChoice[];
  readonly sums: AdditiveSums;
  /** How the requests among them ended: most cells and all evidence say something of it. */
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

/** What a group measured of a latency that is asked. */
export function latencyOf({ latency }: Pick<GroupFigures, 'latency'>, metric: LatencyMetric): LatencyMeasure {
  const measure = latency.find((each) => each.metric === metric);
  if (measure === undefined) throw new DefectError(`Nobody asked for ${metric}.`);
  return measure;
}

/** True when the facet of a group and everything that it is narrowed to tell the facts of a population apart. */
export function isToldBy(
  population: FacetedPopulation,
  { facet, chosen }: Pick<GroupFigures, 'facet' | 'chosen'>,
): boolean {
  return isSplitBy(population, facet?.member) && chosen.every(({ member }) => isSplitBy(population, member));
}
