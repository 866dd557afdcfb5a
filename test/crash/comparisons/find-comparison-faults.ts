import { WorkflowNotFoundError } from '@temporalio/client';
import type pg from 'pg';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import { CALL_PURPOSES, type CallPurpose } from '../../../domain/spending/paid-call.ts';
import type { BilledCall } from '../../../providers/playback/playback-app.ts';
import type { PlaybackProvider } from '../../../testing/comparisons/playback-provider.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import type { Stage } from '../../../testing/scenarios/scenario.ts';
import { billedCost, findBillFaults, type ChargedCall } from '../find-bill-faults.ts';
import type { ComparingWorkspace, PlannedRun } from './comparing-workspace.ts';

const SETTLE_SECONDS = 180;
const HOUR_MS = 3_600_000;

/** The row of a call. */
interface CallRow extends ChargedCall {
  readonly run_id: string;
  readonly workspace_id: string;
  readonly case_id: string;
  readonly arm: string;
  readonly purpose: CallPurpose;
  /** True if the purpose of the call has ended. */
  readonly has_ended: boolean;
}

const CALLS = `
  SELECT c.call_id, c.run_id, a.workspace_id, l.case_id, c.arm, c.purpose, c.state, c.reserved_nano_usd AS reserved,
    c.settled_nano_usd AS settled,
    CASE WHEN c.purpose = 'comparison' THEN l.ended_at IS NOT NULL ELSE EXISTS (SELECT FROM comparison_verdicts v
      WHERE v.run_id = c.run_id AND v.position = c.position AND v.arm = c.arm) END AS has_ended
  FROM comparison_calls c JOIN comparison_cells l USING (run_id, position, arm)
    JOIN comparison_runs n USING (run_id) JOIN comparisons q USING (comparison_id)
    JOIN environments e USING (environment_id) JOIN gateways g USING (gateway_id) JOIN applications a USING (application_id)
  WHERE c.run_id = ANY ($1)`;

/** The results of the runs as figures. */
export interface ComparisonFigures {
  readonly states: Readonly<Record<string, number>>;
  readonly calls: Readonly<Record<string, number>>;
  readonly billed: number;
  /** The number of calls that the provider billed, each counted once. */
  readonly billedCalls: number;
}

/**
 * Waits until all runs have ended and their traffic is loaded, and returns the faults. The sources are the provider's
 * bill, the rows, the results that the API returns, and the counts of insight reads.
 */
export async function assessComparisons(
  stage: Stage,
  provider: PlaybackProvider,
  runs: readonly PlannedRun[],
): Promise<{ faults: string[]; figures: ComparisonFigures }> {
  const { pool } = stage;
  const ids = runs.map(({ runId }) => runId);
  const late = await waitUntilEnded(stage, ids).then(
    () => [],
    () => [`runs have not ended, or their traffic is not loaded, after ${SETTLE_SECONDS} s`],
  );
  const bill = await provider.bill();
  const { rows: calls } = await pool.query<CallRow>(CALLS, [ids]);
  const states = await statesOf(pool, ids);
  const workspaces = [...new Set(runs.map(({ workspace }) => workspace))];
  const faults = [
    ...late,
    ...findBillFaults(bill, calls),
    ...(await faultsOfSums(pool, workspaces)),
    ...(await Promise.all(runs.map((run) => faultsOfWorkflow(stage, run)))).flat(),
    ...(await Promise.all(runs.map((run) => faultsOfResults(run, calls)))).flat(),
    ...(await Promise.all(workspaces.map((workspace) => faultsOfTraffic(workspace, bill, calls)))).flat(),
  ];
  const billedCalls = new Set(bill.map(({ call_id }) => call_id)).size;
  const figures = { states, calls: countBy(calls, ({ state }) => state), billed: bill.length, billedCalls };
  return { faults, figures };
}

/**
 * Waits until these runs have ended, the outbox for Temporal is empty, and the traffic of the control plane is loaded.
 */
export async function waitUntilEnded({ pool }: Pick<Stage, 'pool'>, ids: readonly string[]): Promise<void> {
  await waitUntil(async () => {
    const { rows } = await pool.query<{ left: string }>(
      `SELECT (SELECT count(*) FROM comparison_runs WHERE run_id = ANY ($1) AND ended_at IS NULL)
         + (SELECT count(*) FROM workflow_outbox WHERE sent_at IS NULL AND dead_at IS NULL)
         + (SELECT next_place - coalesce((SELECT max(last_offset) FROM ingest_batches
             WHERE source_id = 'outbox:control_plane' AND loaded_at IS NOT NULL), 0) FROM control_plane_end) AS left`,
      [ids],
    );
    return rows[0]?.left === '0';
  }, SETTLE_SECONDS);
}

async function statesOf(pool: pg.Pool, ids: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ state: string }>('SELECT state FROM comparison_runs WHERE run_id = ANY ($1)', [
    ids,
  ]);
  return countBy(rows, ({ state }) => state);
}

/**
 * The differences between the calls and the totals of runs and budgets. A total must equal the sum of its calls, and no
 * reservation may remain.
 */
async function faultsOfSums(pool: pg.Pool, workspaces: readonly ComparingWorkspace[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; sums: string; expected: string }>(
    `WITH of_runs AS (
       SELECT a.workspace_id, n.run_id, n.reserved_nano_usd AS reserved, n.settled_nano_usd AS settled,
         n.judge_reserved_nano_usd AS judge_reserved, n.judge_settled_nano_usd AS judge_settled,
         coalesce(sum(c.settled_nano_usd), 0) AS charged,
         coalesce(sum(c.settled_nano_usd) FILTER (WHERE c.purpose = 'judge'), 0) AS judge_charged
       FROM comparison_runs n LEFT JOIN comparison_calls c USING (run_id) JOIN comparisons q USING (comparison_id)
         JOIN environments e USING (environment_id) JOIN gateways g USING (gateway_id)
         JOIN applications a USING (application_id)
       WHERE a.workspace_id = ANY ($1) GROUP BY a.workspace_id, n.run_id)
     SELECT run_id AS id, concat_ws(' ', reserved, settled, judge_reserved, judge_settled) AS sums,
       concat_ws(' ', 0, charged, 0, judge_charged) AS expected FROM of_runs
     UNION ALL
     SELECT workspace_id, concat_ws(' ', b.reserved_nano_usd, b.settled_nano_usd), concat_ws(' ', 0, sum(charged))
     FROM comparison_budgets b JOIN of_runs USING (workspace_id)
     GROUP BY workspace_id, b.reserved_nano_usd, b.settled_nano_usd`,
    [workspaces.map(({ place: setup }) => setup.workspaceId)],
  );
  return rows.flatMap(({ id, sums, expected }) =>
    sums === expected ? [] : [`${id} sums up to “${sums}”, and its calls to “${expected}”`],
  );
}

const UNKNOWN_OF_CALL: readonly string[] = ['worker_lost', 'connection_lost', 'provider_failed', 'timed_out'];

/**
 * The differences between the rows and the results. The results must list every call of unknown effect as such, and no
 * other call.
 */
async function faultsOfResults({ workspace, comparisonId, runId }: PlannedRun, calls: readonly CallRow[]) {
  const { data } = await workspace.client.comparisons.results.get(comparisonId, runId);
  const listed = data.gaps.flatMap(({ reason, detail, case_id, arm }) => {
    if (reason === 'cell_failed' && UNKNOWN_OF_CALL.includes(detail)) return [`comparison ${case_id} ${arm}`];
    if (reason === 'verdict_unknown' && detail === 'judge_paid_effect_unknown') return [`judge ${case_id} ${arm}`];
    return [];
  });
  const unknown = calls
    .filter((call) => call.run_id === runId && call.state === 'effect_unknown')
    .map(({ purpose, case_id, arm }) => `${purpose} ${case_id} ${arm}`);
  const [shown, expected] = [listed, unknown].map((places) => places.sort().join(', '));
  return shown === expected ? [] : [`${runId} lists as unknown “${shown}”, not “${expected}”`];
}

/**
 * The differences between the calls and insight reads. Insight reads must count each call once under its purpose. For
 * calls of known effect, they must show the cost that the provider billed.
 */
async function faultsOfTraffic(
  { client, place: setup }: ComparingWorkspace,
  bill: readonly BilledCall[],
  calls: readonly CallRow[],
): Promise<string[]> {
  const now = Date.now();
  const { data } = await client.insights.query({
    schema: 1,
    shape: 'overview',
    scope: {},
    display_tz: 'UTC',
    metrics: ['requests.v1', 'provider_spend.v1'],
    purposes: [...CALL_PURPOSES],
    from: new Date(now - HOUR_MS).toISOString(),
    to: new Date(now).toISOString(),
  });
  return CALL_PURPOSES.flatMap((purpose) => {
    const ownCalls = calls.filter((call) => call.workspace_id === setup.workspaceId && call.purpose === purpose);
    const requests = ownCalls.filter(({ has_ended }) => has_ended).length;
    const known = new Set(ownCalls.filter(({ state }) => state !== 'effect_unknown').map(({ call_id }) => call_id));
    const spend = bill
      .filter(({ call_id }) => known.has(call_id ?? ''))
      .reduce((sum, one) => sum + (billedCost(one) ?? 0n), 0n);
    const [counted, spent] = [0, 1].map((metric) => numberOf(data.groups, purpose, metric));
    return counted === String(requests) && spent === String(spend)
      ? []
      : [`${setup.workspaceId} counts ${counted} requests of ${purpose} at ${spent}, not ${requests} at ${spend}`];
  });
}

function numberOf(groups: InsightAnswer['groups'], purpose: CallPurpose, metric: number): string {
  const value = groups?.find((group) => group.purpose === purpose)?.cells[metric]?.value;
  return value === undefined || value.state === 'unavailable' ? '0' : value.number;
}

/** The end of a run's workflow, by the state of its row. */
const ENDS: Readonly<Record<string, string>> = { complete: 'COMPLETED', partial: 'COMPLETED', abandoned: 'CANCELLED' };

/**
 * The faults of a run's workflow. The workflow ends after the row, or half a minute later if its worker was killed in
 * between. A run that was cancelled in the queue may have no workflow.
 */
async function faultsOfWorkflow({ pool, temporal }: Stage, { runId }: PlannedRun): Promise<string[]> {
  const statusNow = async (): Promise<string> =>
    temporal.workflow
      .getHandle(runId)
      .describe()
      .then(({ status }) => status.name)
      .catch((error: unknown) => {
        if (error instanceof WorkflowNotFoundError) return 'none';
        throw error;
      });
  let status = 'unknown';
  await waitUntil(async () => (status = await statusNow()) !== 'RUNNING', SETTLE_SECONDS).catch(() => undefined);
  const { rows } = await pool.query<{ state: string; has_begun: boolean }>(
    'SELECT state, arms_running_at IS NOT NULL AS has_begun FROM comparison_runs WHERE run_id = $1',
    [runId],
  );
  const { state, has_begun: hasBegun } = rows[0] ?? { state: 'none', has_begun: true };
  if (status === ENDS[state] || (status === 'none' && state === 'abandoned' && !hasBegun)) return [];
  return [`${runId} is ${state}, and its workflow ${status}`];
}

function countBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[keyOf(row)] = (counts[keyOf(row)] ?? 0) + 1;
  return counts;
}
