import type { ComparisonRunV1 } from '../../../contracts/comparisons/comparison-run.ts';
import type { ComparisonRunRow } from '../../../store/comparisons/comparison-run-store.ts';

const WITHHELD = { state: 'absent', reason: 'scope_not_authorized' } as const;

/** The document of a run, with or without cost, depending on the caller's permission. */
export function presentRun(run: ComparisonRunRow, mayReadCost: boolean): ComparisonRunV1 {
  const { run_id, comparison_id, organization_id, workspace_id, environment_id, state, failure_code } = run;
  const { plan, plan_digest, acceptance_rule, forecast, planned_by, started_by, canceled_by } = run;
  return {
    ...{ run_id, comparison_id, organization_id, workspace_id, environment_id, state, failure_code },
    ...{ plan, plan_digest, acceptance_rule, forecast },
    ...(mayReadCost ? moneyOf(run) : { planned_cost: WITHHELD, remaining: WITHHELD, spend: WITHHELD }),
    cells: { intended: run.cells_intended, answered: run.cells_answered, failed: run.cells_failed },
    verdicts: { intended: run.cells_intended, there: run.verdicts_there },
    planned_by,
    ...(started_by !== null && { started_by }),
    ...(canceled_by !== null && { canceled_by }),
    created_at: run.created_at.toISOString(),
    ...instantsOf(run),
  };
}

function moneyOf(run: ComparisonRunRow): Pick<ComparisonRunV1, 'planned_cost' | 'remaining' | 'spend'> {
  const { cost_at_least_nano_usd, cost_likely_nano_usd, cost_at_most_nano_usd } = run;
  const isPriced = cost_at_least_nano_usd !== null && cost_likely_nano_usd !== null && cost_at_most_nano_usd !== null;
  return {
    planned_cost: isPriced
      ? {
          state: 'present',
          at_least_nano_usd: cost_at_least_nano_usd,
          likely_nano_usd: cost_likely_nano_usd,
          at_most_nano_usd: cost_at_most_nano_usd,
        }
      : { state: 'absent', reason: 'unpriced_population' },
    remaining: { state: 'present', nano_usd: run.remaining_nano_usd },
    spend: {
      state: 'present',
      ceiling_nano_usd: run.spend_ceiling_nano_usd,
      reserved_nano_usd: run.reserved_nano_usd,
      settled_nano_usd: run.settled_nano_usd,
      judge_ceiling_nano_usd: run.judge_ceiling_nano_usd,
      judge_reserved_nano_usd: run.judge_reserved_nano_usd,
      judge_settled_nano_usd: run.judge_settled_nano_usd,
    },
  };
}

const INSTANTS = ['queued_at', 'arms_running_at', 'scoring_at', 'ended_at', 'cancel_requested_at'] as const;

function instantsOf(run: ComparisonRunRow): Partial<Record<(typeof INSTANTS)[number], string>> {
  const there = INSTANTS.map((name) => [name, run[name]] as const);
  return Object.fromEntries(there.flatMap(([name, at]) => (at === null ? [] : [[name, at.toISOString()]])));
}
