import type pg from 'pg';
import { createAnalyticsClient } from '../../../analytics/analytics-client.ts';
import type { BilledCall } from '../../../providers/playback/playback-app.ts';
import type { PlaybackProvider } from '../../../testing/comparisons/playback-provider.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { retryUntilAnswered } from '../../../testing/scenarios/retry-until-answered.ts';
import type { Stage } from '../../../testing/scenarios/scenario.ts';
import { billedCost, findBillFaults, type ChargedCall } from '../find-bill-faults.ts';

const SETTLE_SECONDS = 120;

/** The requests, and the evaluator that judges them. */
export interface JudgedRequests {
  readonly evaluatorId: string;
  readonly workspaceId: string;
  readonly requests: number;
}

/** Starts the run of the judges now instead of at the next minute. It has no effect while a run is in progress. */
export async function triggerJudges({ temporal }: Pick<Stage, 'temporal'>): Promise<void> {
  await retryUntilAnswered(() => temporal.schedule.getHandle('judge-traffic').trigger());
}

/** Waits until a table of ClickHouse has this number of rows of a workspace. */
export async function waitUntilLoaded(
  stage: Stage,
  table: 'request_terminals_v1' | 'outcomes_v1',
  { workspaceId, rows }: { readonly workspaceId: string; readonly rows: number },
): Promise<void> {
  await waitUntil(async () => {
    const [row] = await factsOf(stage, `SELECT toUInt32(count()) AS n FROM ${table}`, workspaceId);
    return row?.['n'] === rows;
  }, SETTLE_SECONDS);
}

/**
 * Waits until the requests are in ClickHouse, and moves the load times back by a minute. Judges read only requests that
 * arrived at least half a minute ago.
 */
export async function waitUntilJudgeable(stage: Stage, { workspaceId, requests }: JudgedRequests): Promise<void> {
  await waitUntilLoaded(stage, 'request_terminals_v1', { workspaceId, rows: requests });
  await stage.pool.query(
    `UPDATE ingest_batches SET loaded_at = loaded_at - interval '1 minute' WHERE loaded_at IS NOT NULL`,
  );
}

/** Waits until every request is scored and its outcomes are loaded, and returns the faults. */
export async function findJudgingFaults(
  stage: Stage,
  provider: PlaybackProvider,
  judged: JudgedRequests,
): Promise<string[]> {
  const { pool } = stage;
  const late = await waitUntil(async () => {
    await triggerJudges(stage);
    return (await unsettled(pool, judged)) === 0;
  }, SETTLE_SECONDS).then(
    () => [],
    () => [`requests are not scored, or their outcomes are not loaded, after ${SETTLE_SECONDS} s`],
  );
  const { rows: calls } = await pool.query<ChargedCall>(
    `SELECT c.call_id, c.state, c.reserved_nano_usd AS reserved, c.settled_nano_usd AS settled
     FROM judge_calls c JOIN judge_scorings s USING (scoring_id) WHERE s.evaluator_id = $1`,
    [judged.evaluatorId],
  );
  const bill = await provider.bill();
  return [
    ...late,
    ...findBillFaults(bill, calls),
    ...(await faultsOfSpend(pool, judged, calls)),
    ...(await faultsOfVerdicts(stage, judged)),
    ...(await faultsOfTraffic(stage, judged, bill, calls)),
  ];
}

/** The number of requests without a score, plus the number of lines of the control plane that are not loaded. */
async function unsettled(pool: pg.Pool, { evaluatorId, requests }: JudgedRequests): Promise<number> {
  const { rows } = await pool.query<{ left: number }>(
    `SELECT ($2 - (SELECT count(*) FROM judge_scorings WHERE evaluator_id = $1 AND state <> 'open')
       + (SELECT next_place - coalesce((SELECT max(last_offset) FROM ingest_batches
           WHERE source_id = 'outbox:control_plane' AND loaded_at IS NOT NULL), 0) FROM control_plane_end))::int AS left`,
    [evaluatorId, requests],
  );
  return rows[0]?.left ?? Number.NaN;
}

/**
 * The differences between the calls and the evaluator's totals by day. A total must equal the sum of its calls, and no
 * reservation may remain.
 */
async function faultsOfSpend(
  pool: pg.Pool,
  { evaluatorId }: JudgedRequests,
  calls: readonly ChargedCall[],
): Promise<string[]> {
  const { rows } = await pool.query<{ reserved: string; settled: string }>(
    `SELECT coalesce(sum(reserved_nano_usd), 0) AS reserved, coalesce(sum(settled_nano_usd), 0) AS settled
     FROM judge_spend WHERE evaluator_id = $1`,
    [evaluatorId],
  );
  const charged = calls.reduce((sum, { settled }) => sum + BigInt(settled ?? '0'), 0n);
  const [shown, expected] = [`${rows[0]?.reserved} ${rows[0]?.settled}`, `0 ${charged}`];
  return shown === expected ? [] : [`${evaluatorId} has spent “${shown}”, and its calls “${expected}”`];
}

/**
 * The faults of verdicts. Each request must be accepted once. Each request with a call must have exactly the outcome of
 * its row: a verdict, or the absence of a verdict.
 */
async function faultsOfVerdicts(
  stage: Stage,
  { evaluatorId, workspaceId, requests }: JudgedRequests,
): Promise<string[]> {
  const { rows } = await stage.pool.query<{ id: string; verdict: string; split: boolean; asked: boolean }>(
    `SELECT scoring_id AS id, coalesce(verdict, 'no_verdict') AS verdict, coalesce(is_split, false) AS split,
       EXISTS (SELECT FROM judge_calls c WHERE c.scoring_id = s.scoring_id AND c.is_final) AS asked
     FROM judge_scorings s WHERE evaluator_id = $1 ORDER BY id`,
    [evaluatorId],
  );
  const facts = await factsOf(
    stage,
    'SELECT outcome_id AS id, verdict, panel_split AS split FROM outcomes_v1',
    workspaceId,
    'ORDER BY id',
  );
  const judged = rows.filter(({ asked }) => asked).map(({ id, verdict, split }) => ({ id, verdict, split }));
  const [shown, expected] = [facts, judged].map((list) => JSON.stringify(list));
  return [
    ...(rows.length === requests ? [] : [`${rows.length} requests were taken on, not ${requests}`]),
    ...(shown === expected ? [] : [`outcomes are ${shown}, and verdicts ${expected}`]),
  ];
}

/**
 * The differences between the calls and ClickHouse. ClickHouse must have each call once. For calls of known effect, it
 * must have the cost that the provider billed.
 */
async function faultsOfTraffic(
  stage: Stage,
  { workspaceId }: JudgedRequests,
  bill: readonly BilledCall[],
  calls: readonly ChargedCall[],
): Promise<string[]> {
  const known = new Set(calls.filter(({ state }) => state === 'answered').map(({ call_id }) => call_id));
  const spent = bill
    .filter(({ call_id }) => known.has(call_id ?? ''))
    .reduce((sum, one) => sum + (billedCost(one) ?? 0n), 0n);
  const counts = "SELECT toUInt32(count()) AS n, toUInt32(uniqExact(logical_request_id)) AS ids, '' AS nanos";
  const [ended] = await factsOf(stage, `${counts} FROM request_terminals_v1`, workspaceId, '', "purpose = 'judge'");
  const [costs] = await factsOf(
    stage,
    `${counts.replace("''", 'toString(sum(nanos))')} FROM cost_effects_v1`,
    workspaceId,
    '',
    "purpose = 'judge'",
  );
  const shown = JSON.stringify([ended, costs]);
  const count = { n: calls.length, ids: calls.length };
  const expected = JSON.stringify([
    { ...count, nanos: '' },
    { ...count, nanos: String(spent) },
  ]);
  return shown === expected ? [] : [`traffic of judges is ${shown}, not ${expected}`];
}

/** The rows of a selection from facts of a workspace. */
export async function factsOf(
  { world }: Stage,
  select: string,
  workspaceId: string,
  order = '',
  where = 'true',
): Promise<Record<string, unknown>[]> {
  const clickhouse = createAnalyticsClient(world.clickhouseUrl);
  try {
    const answer = await clickhouse.query({
      query: `${select} WHERE workspace_id = {workspace:String} AND ${where} ${order}`,
      query_params: { workspace: workspaceId },
      format: 'JSONEachRow',
    });
    return await answer.json<Record<string, unknown>>();
  } finally {
    await clickhouse.close();
  }
}
