import type { ComparisonSampleV1 } from '../../contracts/comparisons/comparison-sample.ts';
import type { ComparisonV1 } from '../../contracts/comparisons/comparison.ts';
import type { ComparisonDecisionRow } from '../../store/comparisons/comparison-decision-store.ts';
import type { ComparisonRunRow } from '../../store/comparisons/comparison-run-store.ts';
import type { FakeComparing } from '../fakes/comparing.ts';
import { demoId, SUBJECTS } from './demo-ids.ts';
import { putCase } from './made-case.ts';
import { putConnections } from './made-connection.ts';
import { putRoute, MODEL_TARGET } from './made-route.ts';

/** Stores the first route of the demo's environment, and a comparison of this route. */
export function putComparison(comparing: FakeComparing, change: Partial<ComparisonV1> = {}): ComparisonV1 {
  const { organization_id, workspace_id, application_id, gateway_id, environment_id, route_id } = putRoute(comparing);
  const made: ComparisonV1 = {
    ...{ organization_id, workspace_id, application_id, gateway_id, environment_id, route_id },
    comparison_id: demoId('comparison', 1),
    name: 'Cheaper?',
    kind: 'labeled',
    acceptance_rule: null,
    rule_fixed_at: null,
    created_by: SUBJECTS.owner,
    created_at: '2026-02-01T08:00:00.000Z',
    ...change,
  };
  comparing.comparisonRows.set(made.comparison_id, made);
  return made;
}

/** Stores a sample set of that comparison with the first two cases. */
export function putSample({ sampleRows }: FakeComparing): ComparisonSampleV1 {
  const made: ComparisonSampleV1 = {
    sample_id: demoId('comparisonSample', 1),
    comparison_id: demoId('comparison', 1),
    cases: [1, 2].map((number) => ({ case_id: demoId('case', number), version: '1', critical: false })),
    digest: `sha256:${'0'.repeat(64)}`,
    published_by: SUBJECTS.owner,
    published_at: '2026-02-01T08:00:00.000Z',
  };
  sampleRows.set(made.sample_id, made);
  return made;
}

/** Stores a decision about a run. The decision keeps the route. */
export function putDecision({ decisionRows }: FakeComparing, runId: string): ComparisonDecisionRow {
  const made: ComparisonDecisionRow = {
    decision_id: demoId('comparisonDecision', 1),
    run_id: runId,
    number: 1,
    action: 'keep_route',
    outcome: 'not_enough_evidence',
    clauses: [],
    verdicts_digest: `sha256:${'0'.repeat(64)}`,
    note: '',
    release_id: null,
    decided_by: SUBJECTS.owner,
    decided_at: new Date('2026-02-01T08:00:00.000Z'),
  };
  decisionRows.set(made.decision_id, made);
  return made;
}

/** An acceptance rule that suits any run. */
export const ACCEPTANCE_RULE = { confidence: '0.95', tolerated_unknowns: 0, critical_cases_must_pass: true } as const;

/** Stores a planned run of the demo's comparison, with everything that it refers to. */
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
      baseline: { release_id: demoId('release', 1), target: MODEL_TARGET, family },
      candidate: { target: { ...MODEL_TARGET, model: 'haiku' }, family },
    },
    rule: ACCEPTANCE_RULE,
    forecast: { sends: [], showable_lead: null, smallest_margin: '0.57497', hopeless_clauses: [] },
    cost: { atLeast: 1n, likely: 2n, atMost: 3n },
    plannedBy: SUBJECTS.owner,
  });
  const run = { ...made!, run_id: demoId('comparisonRun', 1), ...change };
  comparing.runRows.delete(made!.run_id);
  comparing.runRows.set(run.run_id, run);
  return run;
}

/** Stores a run that has ended without evidence for a decision. */
export function putEndedRun(comparing: FakeComparing): Promise<ComparisonRunRow> {
  return putComparisonRun(comparing, {
    run_id: demoId('comparisonRun', 2),
    state: 'complete',
    ended_at: new Date('2026-02-01T09:00:00.000Z'),
  });
}
