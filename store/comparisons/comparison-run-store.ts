import type pg from 'pg';
import type { AcceptanceRuleV1 } from '../../contracts/comparisons/acceptance-rule.ts';
import type { ComparisonPlanV1 } from '../../contracts/comparisons/comparison-plan.ts';
import type { ComparisonForecastV1 } from '../../contracts/comparisons/comparison-run.ts';
import { sha256Digest } from '../../contracts/wire/canonical-json.ts';
import type { ComparisonKind } from '../../domain/comparisons/comparison-kind.ts';
import type { ComparisonRunState } from '../../domain/comparisons/comparison-run.ts';
import type { CostRange } from '../../domain/models/call-cost.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { newId } from '../postgres/new-id.ts';
import type { PageKey } from '../postgres/page-key.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';

/** A run without the id and time that the store assigns. */
export interface PlannedComparisonRun {
  readonly comparisonId: string;
  readonly plan: ComparisonPlanV1;
  readonly rule: AcceptanceRuleV1;
  readonly forecast: ComparisonForecastV1;
  /** The estimated cost; undefined if a model has no price. */
  readonly cost: CostRange | undefined;
  readonly plannedBy: string;
}

/** The row of a run, with its counted cells and verdicts. Amounts are whole nano-USD as decimal strings. */
export interface ComparisonRunRow {
  run_id: string;
  comparison_id: string;
  kind: ComparisonKind;
  route_id: string;
  organization_id: string;
  workspace_id: string;
  environment_id: string;
  sample_id: string;
  plan: ComparisonPlanV1;
  plan_digest: string;
  acceptance_rule: AcceptanceRuleV1;
  forecast: ComparisonForecastV1;
  cost_at_least_nano_usd: string | null;
  cost_likely_nano_usd: string | null;
  cost_at_most_nano_usd: string | null;
  state: ComparisonRunState;
  failure_code: string;
  spend_ceiling_nano_usd: string | null;
  judge_ceiling_nano_usd: string | null;
  reserved_nano_usd: string;
  settled_nano_usd: string;
  judge_reserved_nano_usd: string;
  judge_settled_nano_usd: string;
  /** The amount that the workspace has left now. */
  remaining_nano_usd: string;
  cells_intended: number;
  cells_answered: number;
  cells_failed: number;
  verdicts_there: number;
  planned_by: string;
  started_by: string | null;
  canceled_by: string | null;
  created_at: Date;
  queued_at: Date | null;
  arms_running_at: Date | null;
  scoring_at: Date | null;
  ended_at: Date | null;
  cancel_requested_at: Date | null;
}

export interface ComparisonRunStore {
  /**
   * Stores a planned run, and fixes the acceptance rule of its comparison permanently; undefined if another rule is
   * already fixed.
   */
  preflight(run: PlannedComparisonRun): Promise<ComparisonRunRow | undefined>;
  /** The run, regardless of the caller. */
  find(runId: string): Promise<ComparisonRunRow | undefined>;
  /** The runs of a comparison, newest first, at most `limit`. */
  list(page: { comparisonId: string; limit: number; after: PageKey | undefined }): Promise<ComparisonRunRow[]>;
}

const RUNS = `SELECT r.run_id, r.comparison_id, c.kind, c.route_id, w.organization_id, a.workspace_id, c.environment_id, r.sample_id,
    r.plan, r.plan_digest, r.acceptance_rule, r.forecast, r.cost_at_least_nano_usd, r.cost_likely_nano_usd,
    r.cost_at_most_nano_usd, r.state, r.failure_code, r.spend_ceiling_nano_usd, r.judge_ceiling_nano_usd, r.reserved_nano_usd,
    r.settled_nano_usd, r.judge_reserved_nano_usd, r.judge_settled_nano_usd,
    coalesce(greatest(b.limit_nano_usd - b.reserved_nano_usd - b.settled_nano_usd, 0), 0) AS remaining_nano_usd,
    (SELECT 2 * count(*)::int FROM comparison_sample_cases s WHERE s.sample_id = r.sample_id) AS cells_intended,
    (SELECT count(*)::int FROM comparison_cells k WHERE k.run_id = r.run_id AND k.state = 'answered') AS cells_answered,
    (SELECT count(*)::int FROM comparison_cells k WHERE k.run_id = r.run_id AND k.state = 'failed') AS cells_failed,
    (SELECT count(DISTINCT (v.position, v.arm))::int FROM comparison_verdicts v WHERE v.run_id = r.run_id) AS verdicts_there,
    r.planned_by, r.started_by, r.canceled_by, r.created_at, r.queued_at, r.arms_running_at, r.scoring_at, r.ended_at,
    r.cancel_requested_at
  FROM comparison_runs r
  JOIN comparisons c ON c.comparison_id = r.comparison_id
  JOIN environments e ON e.environment_id = c.environment_id
  JOIN gateways g ON g.gateway_id = e.gateway_id
  JOIN applications a ON a.application_id = g.application_id
  JOIN workspaces w ON w.workspace_id = a.workspace_id
  LEFT JOIN comparison_budgets b ON b.workspace_id = a.workspace_id`;

export function createComparisonRunStore(pool: pg.Pool, clock: Clock): ComparisonRunStore {
  return {
    preflight: (run) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        if (!(await fixRule(client, run, now))) return undefined;
        const runId = await insertRun(client, run, now);
        return requireRow(await rowsOf(client, runId));
      }),

    find: async (runId) => (await rowsOf(pool, runId))[0],

    async list({ comparisonId, limit, after }) {
      const { rows } = await pool.query<ComparisonRunRow>(
        `${RUNS} WHERE r.comparison_id = $1 AND (r.created_at, r.run_id) < ($2, $3)
         ORDER BY r.created_at DESC, r.run_id DESC LIMIT $4`,
        [comparisonId, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows;
    },
  };
}

async function rowsOf(client: Queryable, runId: string): Promise<ComparisonRunRow[]> {
  const { rows } = await client.query<ComparisonRunRow>(`${RUNS} WHERE r.run_id = $1`, [runId]);
  return rows;
}

async function fixRule(client: Queryable, { comparisonId, rule }: PlannedComparisonRun, now: Date): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE comparisons SET acceptance_rule = $2, rule_fixed_at = coalesce(rule_fixed_at, $3)
     WHERE comparison_id = $1 AND (rule_fixed_at IS NULL OR acceptance_rule = $2)`,
    [comparisonId, JSON.stringify(rule), now],
  );
  return rowCount === 1;
}

async function insertRun(client: Queryable, run: PlannedComparisonRun, now: Date): Promise<string> {
  const { comparisonId, plan, rule, forecast, cost, plannedBy } = run;
  const runId = newId('comparisonRun');
  await client.query(
    `INSERT INTO comparison_runs
       (run_id, comparison_id, sample_id, plan, plan_digest, acceptance_rule, forecast, cost_at_least_nano_usd,
        cost_likely_nano_usd, cost_at_most_nano_usd, state, planned_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'preflight', $11, $12)`,
    [
      ...[runId, comparisonId, plan.sample_id, JSON.stringify(plan), sha256Digest({ plan, acceptance_rule: rule })],
      ...[JSON.stringify(rule), JSON.stringify(forecast)],
      ...[cost?.atLeast ?? null, cost?.likely ?? null, cost?.atMost ?? null, plannedBy, now],
    ],
  );
  return runId;
}
