import { additive } from '../additive.ts';
import type { CoverageEntry } from '../coverage.ts';
import type { TeamRunSums } from '../group-sums.ts';
import type { MeasuredValue } from '../measured-value.ts';
import { defineMetric } from './define-metric.ts';
import { REQUESTS } from './fact-count.ts';

/**
 * `team_runs.v1`: distinct (team, trace) of the requests observed in the span. A request of a team without a trace
 * belongs to some run, and nobody can tell to which.
 */
export function teamRunsValue({ runs, untraced }: TeamRunSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  return additive({
    number: runs,
    unit: 'count',
    known: runs,
    missing: untraced > 0n ? [...gaps, 'trace_unknown'] : gaps,
  });
}

export const teamRuns = defineMetric({
  id: 'team_runs.v1',
  question: 'How many runs did teams make?',
  unit: 'count',
  population: 'requests',
  aggregation: 'count_distinct',
  missing: 'coverage_unknown',
  number: 'Distinct pairs of team and trace of the requests admitted in the window that name both.',
  facetPopulation: 'team_runs',
  basis: REQUESTS,
  value: ({ teamRuns: sums }, { traffic }) => teamRunsValue(sums, traffic),
});
