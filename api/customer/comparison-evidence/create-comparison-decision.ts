import { ComparisonDecisionCreateSchema } from '../../../contracts/comparisons/comparison-decision.ts';
import { evaluateEvidence } from '../../../contracts/comparisons/comparison-results.ts';
import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import type { DecisionOutcome } from '../../../domain/comparisons/bar/decision-sets.ts';
import type { CaseEvidence } from '../../../domain/comparisons/case-evidence.ts';
import { notFound, Refusal } from '../../../domain/kernel/errors.ts';
import type { EvaluatedEvidence } from '../../../store/comparisons/comparison-decision-store.ts';
import type { ComparisonRunRow } from '../../../store/comparisons/comparison-run-store.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { refuseStalePins } from '../comparison-runs/refuse-stale-pins.ts';
import { comparisonsPath } from '../comparisons/comparisons-path.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';
import { presentDecision } from './present-decision.ts';
import { requireEvidence } from './require-ended-run.ts';

/**
 * Makes a decision from the evidence of a run. The outcome is computed, and a change of the route takes effect in the
 * same transaction.
 */
export const createComparisonDecision = restrictToComparers(
  createCustomerHandler(COMPARISON_OPERATIONS, 'customer.comparisons.decisions.create', {
    access: 'requireComparisonRun',
    body: ComparisonDecisionCreateSchema,
    answer: async (request, { ports, access }) => {
      const run = access.comparisonRun.of(request);
      const { run_id: runId, plan } = run;
      const { subjectId: decidedBy } = access.caller.of(request);
      const { action, outcome, expected_decision_id: expectedId, note } = request.body;
      const isChange = action === 'change_route';
      const route = await ports.routes.find(run.route_id);
      if (route === undefined) throw notFound('The route no longer exists. Choose another route.');
      const granted = await ports.connections.listGranted(access.environment.of(request));
      const judge = judging(run, { claimed: outcome, isChange });
      const data = await runOrderedWrite({
        permit: () => {
          if (!isChange || access.holds(request, 'releases.deploy')) return;
          const detail =
            'Changing a route needs `releases.deploy` in this environment. Ask an operator for this permission.';
          throw new Refusal('decision_requires_release_authority', detail);
        },
        write: async () => {
          requireEvidence(run);
          if (isChange) {
            if (run.state === 'partial') throw incomplete();
            const revision = run.acceptance_rule.highest_cost_ratio === undefined ? undefined : ports.prices.revision;
            refuseStalePins(plan, { releaseId: route.release.release_id, granted, revision });
          }
          const { target } = plan.candidate;
          const change = isChange ? { route, baseline: plan.baseline.release_id, target } : undefined;
          const made = { runId, expectedId: expectedId ?? undefined, note, decidedBy, change, judge };
          return presentDecision(await ports.comparisonEvidence.decide(made), access.holds(request, 'cost.read'));
        },
      });
      const at = `${comparisonsPath(access, request)}/${run.comparison_id}/runs/${runId}`;
      return { data, location: `${at}/decisions/${data.decision_id}`, isReplay: false };
    },
  }),
);

/** Returns the check that evaluates the evidence and compares the caller's claims and requests with it. */
function judging(
  { acceptance_rule: rule }: ComparisonRunRow,
  { claimed, isChange }: { claimed: DecisionOutcome; isChange: boolean },
): (evidence: readonly CaseEvidence[]) => EvaluatedEvidence {
  return (evidence) => {
    const { outcome, clauses, verdicts_digest: verdictsDigest } = evaluateEvidence(rule, evidence);
    if (claimed !== outcome) {
      const detail = `The outcome of the verdicts and the bar is ${outcome}, but the request states another outcome. Read the results again.`;
      throw new Refusal('decision_outcome_mismatch', detail);
    }
    if (isChange && outcome !== 'meets_bar') {
      const detail = `The outcome of the evidence is ${outcome}. Only a candidate that meets the bar can replace the route. Keep the route.`;
      throw new Refusal('comparison_outcome_does_not_support_change', detail);
    }
    return { outcome, clauses, verdictsDigest };
  };
}

function incomplete(): Refusal {
  const detail =
    'The run ended without some cases, which its results list. Keep the route, or plan another run to change it.';
  return new Refusal('comparison_evidence_incomplete', detail);
}
