import { additiveValue } from '../additive-value.ts';
import type { CoverageEntry } from '../coverage.ts';
import type { TeamRunSums } from '../group-sums.ts';
import type { MeasuredValue } from '../measured-value.ts';
import { defineMetric } from './define-metric.ts';
import { REQUEST_COUNT } from './fact-count.ts';

/**
 * The value of `team_runs.v1`: the distinct pairs of team and trace of requests observed in the span. A request with a
 * team but no trace belongs to an unknown run.
 */
export function teamRunsValue({ runs, untraced }: TeamRunSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  return additiveValue({
    number: runs,
    unit: 'count',
    known: runs,
    missing: untraced > 0n ? [...gaps, 'trace_unknown'] : gaps,
  });
}

export const teamRunsMetric = defineMetric({
  id: 'team_runs.v1',
  question: 'How many runs did teams make?',
  unit: 'count',
  population: 'requests',
  aggregation: 'count_distinct',
  missing: 'coverage_unknown',
  number: 'Distinct pairs of team and trace, among the requests of the window that have both.',
  facetPopulation: 'team_runs',
  basis: REQUEST_COUNT,
  value: ({ teamRuns: sums }, { traffic }) => teamRunsValue(sums, traffic),
});
