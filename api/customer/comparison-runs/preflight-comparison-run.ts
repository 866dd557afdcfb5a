import { type AcceptanceRuleV1, toAcceptanceRule } from '../../../contracts/comparisons/acceptance-rule.ts';
import { ComparisonPreflightSchema } from '../../../contracts/comparisons/comparison-run.ts';
import { forecastRun } from '../../../contracts/comparisons/forecast-run.ts';
import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { permitJudge, planRun } from '../../../contracts/comparisons/plan-run.ts';
import { canonicalJson } from '../../../contracts/wire/canonical-json.ts';
import { acceptanceRuleFault } from '../../../domain/comparisons/bar/acceptance-rule.ts';
import { notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { comparisonsPath } from '../comparisons/comparisons-path.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';
import { refuseRuleFault } from '../comparisons/refuse-rule-fault.ts';
import { presentRun } from './present-run.ts';

/** Plans a run with all its pins, and answers with what is known before it is paid. Nothing is sent to models. */
export const preflightComparisonRun = restrictToComparers(
  createCustomerHandler(COMPARISON_OPERATIONS, 'customer.comparisons.runs.preflight', {
    access: 'requireComparison',
    body: ComparisonPreflightSchema,
    answer: async (request, { ports, access }) => {
      const { comparison_id: comparisonId, route_id: routeId, kind, ...comparison } = access.comparison.of(request);
      const { subjectId: plannedBy } = access.caller.of(request);
      const { sample_id: sampleId, candidate, judge, acceptance_rule: declared } = request.body;
      const sample = await ports.samples.find(sampleId);
      if (sample?.comparison_id !== comparisonId) {
        throw new Refusal(
          'comparison_not_found',
          'This comparison has no such sample set. Publish a sample set, or check the id.',
        );
      }
      const route = await ports.routes.find(routeId);
      if (route === undefined) throw notFound('The route no longer exists. Choose another route.');
      const granted = await ports.connections.listGranted(access.environment.of(request));
      const contents = await ports.samples.contents(sampleId);
      const { prices } = ports;
      const rule = declared ?? comparison.acceptance_rule;
      const toPlan = { kind, sample, baseline: route.release, candidate, judge, granted, revision: prices.revision };
      const data = await runOrderedWrite({
        permit: () => permitJudge(toPlan),
        check: () => {
          requireRule(rule);
          planRun(toPlan);
        },
        write: async () => {
          if (kind === 'labeled' && judge !== undefined) {
            const detail = 'This comparison checks answers against labels, so it has no judge. Omit `judge`.';
            throw new Refusal('comparison_kind_mismatch', detail);
          }
          const { acceptance_rule: fixed, rule_fixed_at: fixedAt } = comparison;
          requireRule(rule);
          if (fixedAt !== null && canonicalJson(rule) !== canonicalJson(fixed)) throw ruleImmutable();
          const plan = planRun(toPlan);
          const known = forecastRun({ plan, rule, contents, granted, prices, at: ports.clock.now() });
          const run = await ports.comparisonRuns.preflight({ comparisonId, plan, rule, plannedBy, ...known });
          if (run === undefined) throw ruleImmutable();
          return presentRun(run, access.holds(request, 'cost.read'));
        },
      });
      const location = `${comparisonsPath(access, request)}/${comparisonId}/runs/${data.run_id}`;
      return { data, location, isReplay: false };
    },
  }),
);

function requireRule(rule: AcceptanceRuleV1 | null): asserts rule is AcceptanceRuleV1 {
  if (rule === null) {
    throw new Refusal(
      'acceptance_rule_required',
      'The comparison has no acceptance rule yet. Send `acceptance_rule` with the bar that the candidate must meet.',
    );
  }
  refuseRuleFault(acceptanceRuleFault(toAcceptanceRule(rule)));
}

function ruleImmutable(): Refusal {
  const detail =
    'The first preflight fixed the acceptance rule. Omit `acceptance_rule`, or create another comparison with another rule.';
  return new Refusal('acceptance_rule_immutable', detail);
}
