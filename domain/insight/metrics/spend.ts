import { additiveValue } from '../additive-value.ts';
import type { CoverageEntry } from '../coverage.ts';
import type { AdditiveSums } from '../group-sums.ts';
import type { MeasuredValue } from '../measured-value.ts';
import { defineMetric } from './define-metric.ts';
import { figureCount } from './fact-count.ts';

/**
 * Sums over cost effects, by `occurred_at`, and the number of attempts. Counts are signed, and transitions are netted.
 */
export type SpendSums = Pick<
  AdditiveSums,
  'attempts' | 'nanos' | 'settled_nanos' | 'priced' | 'pending' | 'unpriced' | 'adjustments'
>;

/** The value of `provider_spend.v1`: the sum of all prices and corrections in the span. */
export function providerSpendValue(sums: SpendSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  return spendValue(sums.nanos, sums.priced + sums.adjustments, sums, gaps);
}

/** The value of `activity_spend.v1`: the sum of the prices in the span, without corrections of earlier charges. */
export function activitySpendValue(sums: SpendSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  return spendValue(sums.settled_nanos, sums.priced, sums, gaps);
}

/** True if the span contains effects without a price, or more attempts than cost effects. */
export function isPriceMissing({ attempts, priced, pending, unpriced }: SpendSums): boolean {
  return pending > 0n || unpriced > 0n || attempts > priced + pending + unpriced;
}

/**
 * The spend of a group. The sum omits effects without a price and attempts without a cost effect, which never count as
 * zero. A span without attempts and effects has a spend of 0.
 */
function spendValue(number: bigint, known: bigint, sums: SpendSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  const unpriced = isPriceMissing(sums);
  return additiveValue({
    number,
    unit: 'nano_usd',
    known,
    missing: unpriced ? [...gaps, 'unpriced_population'] : gaps,
    otherwise: unpriced ? 'unpriced_population' : 'coverage_unknown',
  });
}

export const providerSpendMetric = defineMetric({
  id: 'provider_spend.v1',
  question: 'What did providers charge?',
  unit: 'nano_usd',
  population: 'cost_effects',
  aggregation: 'sum',
  missing: 'unpriced_population',
  money: true,
  number: 'The signed sum of all cost effects that occurred in the window: prices, late prices and corrections.',
  facetPopulation: 'cost_effects',
  sums: ['nanos'],
  basis: figureCount('effects'),
  value: ({ sums }, { traffic }) => providerSpendValue(sums, traffic),
});

export const activitySpendMetric = defineMetric({
  id: 'activity_spend.v1',
  question: 'What did the activity of the window cost?',
  unit: 'nano_usd',
  population: 'cost_effects',
  aggregation: 'sum',
  missing: 'unpriced_population',
  money: true,
  number: 'The signed sum of the prices of the window, without adjustments of earlier charges.',
  facetPopulation: 'cost_effects',
  sums: ['settled_nanos'],
  basis: figureCount('effects'),
  value: ({ sums }, { traffic }) => activitySpendValue(sums, traffic),
});
