import type { ComparisonSampleV1 } from '../../../contracts/comparisons/comparison-sample.ts';
import type { ComparisonV1 } from '../../../contracts/comparisons/comparison.ts';
import type { ComparisonDecisionRow } from '../../../store/comparisons/comparison-decision-store.ts';
import type { FakeComparing } from '../fakes/comparing.ts';
import { idOf, SUBJECTS } from './demo-ids.ts';
import { putRoute } from './made-route.ts';

/** Puts a comparison about the first route of the demo's environment, and that route. */
export function putComparison(comparing: FakeComparing, change: Partial<ComparisonV1> = {}): ComparisonV1 {
  const { organization_id, workspace_id, application_id, gateway_id, environment_id, route_id } = putRoute(comparing);
  const made: ComparisonV1 = {
    ...{ organization_id, workspace_id, application_id, gateway_id, environment_id, route_id },
    comparison_id: idOf('comparison', 1),
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

/** Puts a sample set of that comparison, of the first two cases. */
export function putSample({ sampleRows }: FakeComparing): ComparisonSampleV1 {
  const made: ComparisonSampleV1 = {
    sample_id: idOf('comparisonSample', 1),
    comparison_id: idOf('comparison', 1),
    cases: [1, 2].map((number) => ({ case_id: idOf('case', number), version: '1', critical: false })),
    digest: `sha256:${'0'.repeat(64)}`,
    published_by: SUBJECTS.owner,
    published_at: '2026-02-01T08:00:00.000Z',
  };
  sampleRows.set(made.sample_id, made);
  return made;
}

/** Puts a decision from a run, which kept the route. */
export function putDecision({ decisionRows }: FakeComparing, runId: string): ComparisonDecisionRow {
  const made: ComparisonDecisionRow = {
    decision_id: idOf('comparisonDecision', 1),
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
