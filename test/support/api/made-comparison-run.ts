import type { ComparisonRunRow } from '../../../store/comparisons/comparison-run-store.ts';
import type { FakeComparing } from '../fakes/comparing.ts';
import { idOf, SUBJECTS } from './demo-ids.ts';
import { putCase } from './made-case.ts';
import { putComparison, putSample } from './made-comparison.ts';
import { putConnections } from './made-connection.ts';
import { TARGET } from './made-route.ts';

/** A rule that any run may be planned with. */
export const RULE = { confidence: '0.95', tolerated_unknowns: 0, critical_cases_must_pass: true } as const;

/** Puts a planned run of the comparison of the demo, with all that it hangs on. */
export async function putComparisonRun(
  comparing: FakeComparing,
  change: Partial<ComparisonRunRow> = {},
): Promise<ComparisonRunRow> {
  const { comparison_id: comparisonId } = putComparison(comparing);
  for (const number of [1, 2]) putCase(comparing, number);
  const { sample_id, digest: sample_digest } = putSample(comparing);
  putConnections(comparing);
  const family = 'claude';
  const made = await comparing.runs.preflight({
    comparisonId,
    plan: {
      ...{ sample_id, sample_digest, judge: null, price_revision: 'prices of tests 1' },
      baseline: { release_id: idOf('release', 1), target: TARGET, family },
      candidate: { target: { ...TARGET, model: 'haiku' }, family },
    },
    rule: RULE,
    forecast: { sends: [], showable_lead: null, smallest_margin: '0.57497', hopeless_clauses: [] },
    cost: { atLeast: 1n, likely: 2n, atMost: 3n },
    plannedBy: SUBJECTS.owner,
  });
  const run = { ...made!, run_id: idOf('comparisonRun', 1), ...change };
  comparing.runRows.delete(made!.run_id);
  comparing.runRows.set(run.run_id, run);
  return run;
}

/** Puts a run that has ended with nothing to decide by. */
export function putEndedRun(comparing: FakeComparing): Promise<ComparisonRunRow> {
  return putComparisonRun(comparing, {
    run_id: idOf('comparisonRun', 2),
    state: 'complete',
    ended_at: new Date('2026-02-01T09:00:00.000Z'),
  });
}
