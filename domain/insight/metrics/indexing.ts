import type { CoverageEntry } from '../coverage.ts';
import { availableValue, partialValue, unavailableValue, type MeasuredValue } from '../measured-value.ts';
import { defineMetric } from './define-metric.ts';

/**
 * The value of `freshness_lag.v1`: whole seconds from the last indexing of traffic to the moment of the pin. Freshness
 * is unknown without indexed traffic, regardless of the counters.
 */
export function freshnessLagValue(lastIndexedAt: Date | undefined, evaluatedAt: Date): MeasuredValue {
  if (lastIndexedAt === undefined) return unavailableValue('coverage_unknown');
  const seconds = Math.floor((evaluatedAt.getTime() - lastIndexedAt.getTime()) / 1_000);
  return availableValue(BigInt(Math.max(0, seconds)), 'seconds');
}

/**
 * The value of `coverage.v1`: the number of coverage entries that are disclosed for the window. There may be gaps that
 * nobody has noticed, so with any gap the count is a floor. Without an indexed producer, nothing limits what is
 * missing.
 */
export function coverageValue(anythingIndexed: boolean, gaps: readonly CoverageEntry[]): MeasuredValue {
  if (!anythingIndexed) return unavailableValue('coverage_unknown');
  if (gaps.length === 0) return availableValue(0n, 'coverage');
  return partialValue(BigInt(gaps.length), 'coverage', gaps);
}

export const freshnessLagMetric = defineMetric({
  id: 'freshness_lag.v1',
  question: 'How far behind is the answer?',
  unit: 'seconds',
  population: 'read_context',
  aggregation: 'latest',
  missing: 'coverage_unknown',
  number: 'Whole seconds from the moment that gateway traffic was last indexed to the moment of the pin.',
  facetPopulation: 'read_context',
  value: (_figures, { lastIndexedAt, evaluatedAt }) => freshnessLagValue(lastIndexedAt.gateway_journal, evaluatedAt),
});

export const coverageMetric = defineMetric({
  id: 'coverage.v1',
  question: 'What is known to be missing?',
  unit: 'coverage',
  population: 'read_context',
  aggregation: 'latest',
  missing: 'coverage_unknown',
  number: 'Coverage entries disclosed for the window: at most one gap per producer class, and one for an expired part.',
  facetPopulation: 'read_context',
  value: (_figures, { lastIndexedAt, all }) => coverageValue(Object.keys(lastIndexedAt).length > 0, all),
});
