import type { Facet, GroupMember } from '../dimensions.ts';
import type { CoverageEntry } from '../coverage.ts';
import type { AdditiveSums } from '../group-sums.ts';
import type { MeasuredValue } from '../measured-value.ts';
import { observedRequests, shareValue } from '../figures/completion.ts';
import { defineMetric } from './define-metric.ts';
import { REQUEST_COUNT } from './fact-count.ts';

/** The requests of a group, and those of its complete purpose and bucket. */
interface MixSums {
  readonly sums: AdditiveSums;
  readonly whole: AdditiveSums;
  /** The facet of the group; absent for a group without a facet. */
  readonly facet?: { readonly member: GroupMember } | undefined;
}

/** The value of `route_mix.v1`; see `mixValue`. */
export function routeMixValue(mix: MixSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  return mixValue(mix, 'route', 'routed', gaps);
}

/** The value of `model_mix.v1`; see `mixValue`. */
export function modelMixValue(mix: MixSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  return mixValue(mix, 'final_model', 'served', gaps);
}

/**
 * The share of a group. In the metric's own facet, it is the group's share of all requests; each counts once, by its
 * ending. In all other groups, it is the share of the group's requests that any route (or model) served.
 */
function mixValue(
  { sums, whole, facet }: MixSums,
  own: Facet,
  servedAs: 'routed' | 'served',
  gaps: readonly CoverageEntry[],
): MeasuredValue {
  return facet?.member === own
    ? shareValue(observedRequests(sums), observedRequests(whole), gaps)
    : shareValue(sums[servedAs], observedRequests(sums), gaps);
}

export const routeMixMetric = defineMetric({
  id: 'route_mix.v1',
  question: 'Which routes served the requests?',
  unit: 'ratio',
  population: 'requests',
  aggregation: 'share',
  missing: 'denominator_zero',
  number:
    'With the facet route, the share of all requests that ended in the group; otherwise, the share that a route served.',
  facetPopulation: 'requests',
  sums: ['routed'],
  basis: REQUEST_COUNT,
  value: (figures, { traffic }) => routeMixValue(figures, traffic),
});

export const modelMixMetric = defineMetric({
  id: 'model_mix.v1',
  question: 'Which models served the requests?',
  unit: 'ratio',
  population: 'requests',
  aggregation: 'share',
  missing: 'denominator_zero',
  number:
    'With the facet final_model, the share of all requests that ended in the group; otherwise, the share that a model served.',
  facetPopulation: 'requests',
  sums: ['served'],
  basis: REQUEST_COUNT,
  value: (figures, { traffic }) => modelMixValue(figures, traffic),
});
