import { DefectError } from '../../kernel/errors.ts';
import type { CoverageEntry } from '../coverage.ts';
import type { LatencyMeasure } from '../group-sums.ts';
import { available, unavailable, type MeasuredValue } from '../measured-value.ts';

/**
 * `response_latency.v1`, `first_output_latency.v1`: the 95th percentile of all samples in milliseconds. A percentile
 * of a population with a gap can move either way, so it is no floor and has no number.
 *
 * @throws DefectError for samples without quantiles
 */
export function latencyValue({ metric, populations }: LatencyMeasure, gaps: readonly CoverageEntry[]): MeasuredValue {
  if (gaps.length > 0) return unavailable('coverage_unknown');
  const overall = populations.find(({ outcome }) => outcome === 'overall');
  if (overall === undefined || overall.samples === 0n) return unavailable('not_observed');
  if (overall.quantiles === undefined) throw new DefectError(`The samples of ${metric} have no quantiles.`);
  return available(overall.quantiles.p95, 'milliseconds');
}
