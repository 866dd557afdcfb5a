import type { CoverageEntry } from '../coverage.ts';
import type { AdditiveSums } from '../group-sums.ts';
import { availableValue, unavailableValue, type MeasuredValue } from '../measured-value.ts';
import { observedRequests } from '../figures/completion.ts';
import { roundRatio } from '../figures/decimal.ts';
import { defineMetric } from './define-metric.ts';
import { REQUEST_COUNT } from './fact-count.ts';
import { isPriceMissing } from './spend.ts';

/**
 * The value of `cost_per_1000_requests.v1`: provider spend of the span times 1,000, divided by the requests observed in
 * it.
 */
export function costPer1000RequestsValue(sums: AdditiveSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  return unitCost(sums, sums.nanos * 1_000n, observedRequests(sums), gaps);
}

/** The value of `cost_per_completed.v1`: provider spend of the span divided by the succeeded requests of the span. */
export function costPerCompletedValue(sums: AdditiveSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  return unitCost(sums, sums.nanos, sums.succeeded, gaps);
}

/**
 * A unit cost in nano-USD, rounded to an integer. If cost or population are incomplete, it has no number, because it
 * would not be a floor. The spend itself remains visible.
 */
function unitCost(sums: AdditiveSums, nanos: bigint, requests: bigint, gaps: readonly CoverageEntry[]): MeasuredValue {
  if (gaps.length > 0) return unavailableValue('coverage_unknown');
  if (isPriceMissing(sums)) return unavailableValue('unpriced_population');
  if (requests === 0n) return unavailableValue('denominator_zero');
  return availableValue(roundRatio(nanos, requests), 'nano_usd');
}

export const costPer1000RequestsMetric = defineMetric({
  id: 'cost_per_1000_requests.v1',
  question: 'What do a thousand requests cost?',
  unit: 'nano_usd',
  population: 'cost_effects',
  aggregation: 'ratio',
  missing: 'denominator_zero',
  money: true,
  number: 'provider_spend of the window times 1000, divided by the requests observed in the window; never a floor.',
  facetPopulation: 'unit_costs',
  sums: ['nanos'],
  basis: REQUEST_COUNT,
  value: ({ sums }, { traffic }) => costPer1000RequestsValue(sums, traffic),
});

export const costPerCompletedMetric = defineMetric({
  id: 'cost_per_completed.v1',
  question: 'What does one completed request cost?',
  unit: 'nano_usd',
  population: 'cost_effects',
  aggregation: 'ratio',
  missing: 'denominator_zero',
  money: true,
  number: 'provider_spend of the window divided by the succeeded requests of the window; never a floor.',
  facetPopulation: 'unit_costs',
  sums: ['nanos'],
  basis: REQUEST_COUNT,
  value: ({ sums }, { traffic }) => costPerCompletedValue(sums, traffic),
});
