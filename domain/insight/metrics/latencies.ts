import { DefectError } from '../../kernel/errors.ts';
import type { CoverageEntry } from '../coverage.ts';
import type { LatencyMeasure } from '../group-sums.ts';
import { availableValue, unavailableValue, type MeasuredValue } from '../measured-value.ts';
import { defineMetric } from './define-metric.ts';
import { figureCount } from './fact-count.ts';
import { requireLatency } from './group-figures.ts';

/**
 * The value of `response_latency.v1` and `first_output_latency.v1`: the 95th percentile of all samples in milliseconds.
 * With gaps, it has no number: a percentile can move either way, so it would not be a floor.
 *
 * @throws DefectError for samples without quantiles
 */
export function latencyValue({ metric, populations }: LatencyMeasure, gaps: readonly CoverageEntry[]): MeasuredValue {
  if (gaps.length > 0) return unavailableValue('coverage_unknown');
  const overall = populations.find(({ outcome }) => outcome === 'overall');
  if (overall === undefined || overall.samples === 0n) return unavailableValue('not_observed');
  if (overall.quantiles === undefined) throw new DefectError(`The samples of ${metric} have no quantiles.`);
  return availableValue(overall.quantiles.p95, 'milliseconds');
}

export const responseLatencyMetric = defineMetric({
  id: 'response_latency.v1',
  question: 'How long do requests take?',
  unit: 'milliseconds',
  population: 'requests',
  aggregation: 'quantile',
  missing: 'not_observed',
  number: 'The 95th percentile of the measured total duration. The member latency has all levels and outcomes.',
  facetPopulation: 'requests',
  sums: ['response_samples'],
  basis: figureCount('response_samples'),
  value: (figures, { traffic }) => latencyValue(requireLatency(figures, 'response_latency.v1'), traffic),
});

export const firstOutputLatencyMetric = defineMetric({
  id: 'first_output_latency.v1',
  question: 'How long does a stream take to its first output?',
  unit: 'milliseconds',
  population: 'requests',
  aggregation: 'quantile',
  missing: 'not_observed',
  number: 'The 95th percentile of the measured time to the first output of streams. The member latency has all levels.',
  facetPopulation: 'requests',
  sums: ['first_output_samples'],
  basis: figureCount('first_output_samples'),
  value: (figures, { traffic }) => latencyValue(requireLatency(figures, 'first_output_latency.v1'), traffic),
});
