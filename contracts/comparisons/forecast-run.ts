import { hopelessClauses } from '../../domain/comparisons/bar/hopeless-clauses.ts';
import { showableDifference, smallestMargin } from '../../domain/comparisons/bar/showable-difference.ts';
import { ARMS } from '../../domain/comparisons/figures/cell.ts';
import type { ModelPrices } from '../../domain/models/model-prices.ts';
import { callCost, type CostRange } from '../../domain/models/call-cost.ts';
import { judgingCost, planCost } from '../../domain/comparisons/plan-cost.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import { toAcceptanceRule, type AcceptanceRuleV1 } from './acceptance-rule.ts';
import { armCallSize, judgeCallSize } from './call-size.ts';
import type { CaseV1 } from './case.ts';
import type { ComparisonPlanV1 } from './comparison-plan.ts';
import type { ComparisonForecastV1 } from './comparison-run.ts';
import type { GrantedConnection } from './family-of.ts';

/** The input of a forecast. */
export interface PlannedRun {
  readonly plan: ComparisonPlanV1;
  readonly rule: AcceptanceRuleV1;
  /** The contents of the sample's cases. */
  readonly contents: readonly Pick<CaseV1, 'messages' | 'reference_notes' | 'critical'>[];
  readonly granted: readonly GrantedConnection[];
  readonly prices: ModelPrices;
  readonly at: Date;
}

/** The forecast of a run, and its cost; the cost is undefined if a model of the run has no price. */
export function forecastRun(run: PlannedRun): { cost: CostRange | undefined; forecast: ComparisonForecastV1 } {
  const { plan, contents } = run;
  const rule = toAcceptanceRule(run.rule);
  const arms = ARMS.map((arm) => callsOf(run, { use: arm, ...plan[arm].target, costs: armCosts(run, arm) }));
  const judge = plan.judge === null ? [] : [callsOf(run, { use: 'judge', ...plan.judge, costs: judgeCosts(run) })];
  const planned = [...arms, ...judge];
  const pairs = contents.length;
  const lead = rule.quality && showableDifference(rule.quality, pairs, rule.confidence);
  return {
    cost: planCost(planned.flatMap(({ costs }) => costs)),
    forecast: {
      sends: planned.map(({ sent }) => sent),
      showable_lead: lead === undefined ? null : { cases: lead.leadInCases, share: lead.lead },
      smallest_margin: smallestMargin(pairs, rule.confidence),
      hopeless_clauses: hopelessClauses(rule, {
        cases: pairs,
        criticalCases: contents.filter(({ critical }) => critical).length,
        isPriced: arms.every(({ sent }) => sent.priced),
      }),
    },
  };
}

type Sent = ComparisonForecastV1['sends'][number];
type CostsOf = (model: { readonly connection_id: string; readonly model: string }) => (CostRange | undefined)[];

function callsOf(
  run: PlannedRun,
  calls: { use: Sent['for']; connection_id: string; model: string; costs: CostsOf },
): { costs: (CostRange | undefined)[]; sent: Sent } {
  const { connection_id, model } = calls;
  const { provider, endpoint } = connectionOf(run, connection_id);
  const costs = calls.costs(calls);
  const priced = costs.every((cost) => cost !== undefined);
  const endpoint_host = new URL(endpoint).host;
  return {
    costs,
    sent: { for: calls.use, connection_id, provider, endpoint_host, model, calls: costs.length, priced },
  };
}

function armCosts(run: PlannedRun, arm: (typeof ARMS)[number]): CostsOf {
  const { target } = run.plan[arm];
  return (model) => run.contents.map(({ messages }) => callCost(armCallSize(target, messages), priceOf(run, model)));
}

function judgeCosts(run: PlannedRun): CostsOf {
  const { judge, baseline, candidate } = run.plan;
  return (model) =>
    [baseline, candidate].flatMap(({ target }) =>
      run.contents.map(({ messages, reference_notes: referenceNotes }) => {
        const size = judgeCallSize({ messages, referenceNotes, answer: '' }, judge?.max_output_tokens ?? 0);
        return judgingCost(size, target.parameters.max_output_tokens, priceOf(run, model));
      }),
    );
}

function priceOf(run: PlannedRun, { connection_id, model }: { connection_id: string; model: string }) {
  const { provider, endpoint } = connectionOf(run, connection_id);
  return run.prices.priceOf({ provider, endpoint, model }, run.at);
}

function connectionOf({ granted }: PlannedRun, id: string): GrantedConnection {
  const found = granted.find(({ connectionId }) => connectionId === id);
  if (found === undefined) throw new DefectError(`A plan names connection ${id}, which was not granted.`);
  return found;
}
