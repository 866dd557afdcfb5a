import { showsMoney, type ProducedMetric } from '../../../contracts/insight/measurement-catalogue.ts';
import type { AdditiveFigure } from '../../../domain/insight/group-sums.ts';

/** That there is traffic, and how its requests ended: every group shows it, whatever is asked. */
const OF_EVERY_GROUP: readonly AdditiveFigure[] = [
  'admitted',
  'ended',
  'succeeded',
  'refused',
  'failed',
  'cancelled',
  'partial',
  'attempts',
  'effects',
];

/** How many effects there are, without the transitions of their prices. Values of facets are in the order of these counts. */
const OF_FACETS: readonly AdditiveFigure[] = ['priced', 'pending', 'unpriced', 'adjustments'];

/** The counts behind every amount. */
const OF_MONEY: readonly AdditiveFigure[] = [
  'priced',
  'pending',
  'unpriced',
  'estimated',
  'estimate_unknown',
  'adjustments',
];

/** What the value of a metric is made of besides. */
const OF_METRIC: Readonly<Partial<Record<ProducedMetric, readonly AdditiveFigure[]>>> = {
  'provider_spend.v1': ['nanos'],
  'cost_per_1000_requests.v1': ['nanos'],
  'cost_per_completed.v1': ['nanos'],
  'activity_spend.v1': ['settled_nanos'],
  'tokens.v1': ['measured', 'total_tokens'],
  'input_tokens.v1': ['input_measured', 'input_tokens'],
  'output_tokens.v1': ['output_measured', 'output_tokens'],
  'cached_tokens.v1': ['cached_measured', 'cached_tokens'],
  'reasoning_tokens.v1': ['reasoning_measured', 'reasoning_tokens'],
  'response_latency.v1': ['response_samples'],
  'first_output_latency.v1': ['first_output_samples'],
  'route_mix.v1': ['routed'],
  'model_mix.v1': ['served'],
  'protection.v1': ['protection_observed'],
};

/**
 * The sums that the groups of an answer are made of. Each column that a statement reads costs it a quarter of a millisecond.
 * @param hasFacets whether the groups are values of facets
 */
export function figuresOfMetrics(metrics: readonly ProducedMetric[], hasFacets: boolean): ReadonlySet<AdditiveFigure> {
  return new Set([
    ...OF_EVERY_GROUP,
    ...(hasFacets ? OF_FACETS : []),
    ...metrics.flatMap((metric) => [...(OF_METRIC[metric] ?? []), ...(showsMoney(metric) ? OF_MONEY : [])]),
  ]);
}
