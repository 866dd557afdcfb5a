import { additive } from '../additive.ts';
import type { CoverageEntry } from '../coverage.ts';
import type { TeamRunSums } from '../group-sums.ts';
import type { MeasuredValue } from '../measured-value.ts';

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
