import type { CoverageEntry } from '../coverage.ts';
import { available, partial, unavailable, type MeasuredValue } from '../measured-value.ts';
import { defineMetric } from './define-metric.ts';

/**
 * `freshness_lag.v1`: whole seconds from the last time that traffic was indexed to the moment of the pin. Without any
 * indexed traffic freshness is unmeasured, for all values of the counters.
 */
export function freshnessLagValue(lastIndexedAt: Date | undefined, evaluatedAt: Date): MeasuredValue {
  if (lastIndexedAt === undefined) return unavailable('coverage_unknown');
  const seconds = Math.floor((evaluatedAt.getTime() - lastIndexedAt.getTime()) / 1_000);
  return available(BigInt(Math.max(0, seconds)), 'seconds');
}

/**
 * `coverage.v1`: how many gaps are disclosed for the window. Gaps that nobody has noticed are not in it, so any gap
 * makes the count a floor; without any indexed producer nothing bounds what is missing.
 */
export function coverageValue(anythingIndexed: boolean, gaps: readonly CoverageEntry[]): MeasuredValue {
  if (!anythingIndexed) return unavailable('coverage_unknown');
  if (gaps.length === 0) return available(0n, 'coverage');
  return partial(BigInt(gaps.length), 'coverage', gaps);
}

export const freshnessLag = defineMetric({
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

export const coverage = defineMetric({
  id: 'coverage.v1',
  question: 'What is known to be missing?',
  unit: 'coverage',
  population: 'read_context',
  aggregation: 'latest',
  missing: 'coverage_unknown',
  number: 'Coverage entries disclosed for the window: gaps, one per producer class, and an expired part.',
  facetPopulation: 'read_context',
  value: (_figures, { lastIndexedAt, all }) => coverageValue(Object.keys(lastIndexedAt).length > 0, all),
});
