import type pg from 'pg';
import type { OutcomeRequest } from '../../../contracts/judges/accept-outcome.ts';
import { subjectIdOf } from '../../../contracts/judges/subject-id-of.ts';
import type { UnscoredReason } from '../../../domain/quality/experiments/cell-result.ts';
import type {
  ExperimentCallEnding,
  ExperimentCallKey,
  ExperimentCellKey,
  PinnedJudge,
} from '../../../domain/quality/experiment-runs/experiment-work.ts';
import { appendControlPlaneEvents } from '../../ingest/control-plane-event-store.ts';
import { combineSeats, type SeatRow } from '../../judges/combine-seats.ts';
import { inTransaction, type Queryable } from '../../postgres/pool.ts';
import { callTraffic } from '../../spending/call-traffic.ts';
import { callCharge, type PaidCallEnd, type ReservedCall } from '../../spending/paid-call-end.ts';

/** The end of a call of an experiment. */
export interface ExperimentCallSettlement extends PaidCallEnd {
  readonly ending: ExperimentCallEnding;
}

/** A reserved call, with what its settlement and its traffic need. */
interface ReservedRow extends ExperimentCallKey {
  readonly workspaceId: string;
  readonly connectionId: string | null;
  readonly provider: string;
  readonly model: string;
  readonly reserved: string;
  readonly reservedAt: Date;
  readonly segment: string;
  readonly request: OutcomeRequest | null;
  readonly judges: readonly PinnedJudge[] | null;
}

/**
 * Settles a call in one transaction: its cost, its result for the cell and its traffic. Returns false and changes
 * nothing if it is already settled. The calls of a workspace are settled one after the other, so the last seat of a
 * judge gives the verdict.
 */
export function settleExperimentCall(
  pool: pg.Pool,
  call: ReservedCall,
  settlement: ExperimentCallSettlement,
  now: Date,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const row = await findReserved(client, call);
    if (row === undefined || !(await endCall(client, row, { call, settlement, now }))) return false;
    if (settlement.ending.kind === 'again') return true;
    await endStage(client, row, settlement, now);
    if (row.request !== null) await appendControlPlaneEvents(client, trafficOf(row, call, settlement, now), now);
    return true;
  });
}

/** The reserved call. The settlement never changes these columns, so they are read before any lock. */
async function findReserved(client: Queryable, { callId, attempt }: ReservedCall): Promise<ReservedRow | undefined> {
  const { rows } = await client.query<ReservedRow>(
    `SELECT c.run_id AS "runId", c.position, c.arm, c.purpose, c.seat, n.workspace_id AS "workspaceId",
       c.connection_id AS "connectionId", c.provider, c.model, c.reserved_nano_usd AS reserved,
       c.reserved_at AS "reservedAt", l.segment, l.request, n.judges
     FROM quality_experiment_calls c
     JOIN quality_experiment_cells l ON l.run_id = c.run_id AND l.position = c.position AND l.arm = c.arm
     JOIN quality_experiment_runs n ON n.run_id = c.run_id
     WHERE c.call_id = $1 AND c.attempt = $2 AND c.state = 'reserved'`,
    [callId, attempt],
  );
  return rows[0];
}

/** Ends the call, releases its reservation and adds its charge. Returns false if another process has settled it. */
async function endCall(
  client: Queryable,
  { workspaceId, connectionId, runId, reserved }: ReservedRow,
  { call, settlement, now }: { call: ReservedCall; settlement: ExperimentCallSettlement; now: Date },
): Promise<boolean> {
  const { state, fault, price, usage, answeredModel, providerRequestId, limitedForMs, ending } = settlement;
  const charged = callCharge({ state, price }, BigInt(reserved));
  const { rowCount } = await client.query(
    `WITH budget AS (
       SELECT workspace_id FROM comparison_budgets WHERE workspace_id = $12 FOR NO KEY UPDATE
     ), call AS (
       UPDATE quality_experiment_calls SET state = $3, fault = $4, settled_nano_usd = $5, price = $6, usage = $7,
         answered_model = $8, provider_request_id = $9, vote = $10, is_final = $11, settled_at = $13
       WHERE call_id = $1 AND attempt = $2 AND state = 'reserved' AND EXISTS (SELECT FROM budget)
       RETURNING reserved_nano_usd AS reserved, settled_nano_usd AS charged
     ), run AS (
       UPDATE quality_experiment_runs n SET reserved_nano_usd = n.reserved_nano_usd - c.reserved,
         settled_nano_usd = n.settled_nano_usd + c.charged
       FROM call c WHERE n.run_id = $14
     ), charged AS (
       UPDATE comparison_budgets b SET reserved_nano_usd = b.reserved_nano_usd - c.reserved,
         settled_nano_usd = b.settled_nano_usd + c.charged
       FROM call c WHERE b.workspace_id = $12
     ), limited AS (
       UPDATE provider_connections p SET limited_until = greatest(p.limited_until, $15)
       FROM call c WHERE p.connection_id = $16 AND $15::timestamptz IS NOT NULL
     )
     SELECT FROM call`,
    [
      ...[call.callId, call.attempt, state, fault, charged],
      ...[price === undefined ? null : JSON.stringify(price), usage === undefined ? null : JSON.stringify(usage)],
      ...[answeredModel ?? null, providerRequestId ?? null, ending.kind === 'voted' ? ending.vote : null],
      ...[ending.kind !== 'again', workspaceId, now, runId],
      ...[limitedForMs === undefined ? null : new Date(now.getTime() + limitedForMs), connectionId],
    ],
  );
  return rowCount === 1;
}

/** Moves the cell on: an answer waits for its verdict, and the last seat of a judge gives it. */
async function endStage(
  client: Queryable,
  row: ReservedRow,
  { price, ending }: ExperimentCallSettlement,
  now: Date,
): Promise<void> {
  if (row.purpose === 'judge') return giveVerdict(client, row, now);
  if (ending.kind !== 'answered') return endCellUnscored(client, row, 'call_failed', now);
  await client.query(
    `UPDATE quality_experiment_cells SET state = 'answered', answer = $4, cost_nano_usd = $5
     WHERE run_id = $1 AND position = $2 AND arm = $3 AND state = 'intended'`,
    [row.runId, row.position, row.arm, ending.answer, price?.state === 'priced' ? price.nanos : null],
  );
}

/** Ends the cell if all seats of its judge have ended. The answer is then no longer needed. */
async function giveVerdict(client: Queryable, row: ReservedRow, now: Date): Promise<void> {
  const { runId, position, arm, segment, judges } = row;
  const judge = judges?.find((one) => one.arm === arm);
  if (judge === undefined) return;
  const { rows } = await client.query<SeatRow>(
    `SELECT vote, fault AS code, is_final AS "isFinal" FROM quality_experiment_calls
     WHERE run_id = $1 AND position = $2 AND arm = $3 AND purpose = 'judge' ORDER BY seat`,
    [runId, position, arm],
  );
  const ending = combineSeats(judge, rows);
  if (ending === undefined) return;
  const isJudged = ending.kind === 'judged';
  const subject = subjectIdOf({ ...judge, judge_id: judge.evaluator, segment });
  await client.query(
    `UPDATE quality_experiment_cells SET state = 'ended', verdict = $4, reason = $5, judge_subject = $6, answer = NULL,
       ended_at = $7
     WHERE run_id = $1 AND position = $2 AND arm = $3 AND state = 'answered'`,
    [
      ...[runId, position, arm, isJudged ? ending.verdict : 'unscored'],
      ...[isJudged ? '' : ('no_verdict' satisfies UnscoredReason), subject, now],
    ],
  );
}

/** Ends a cell without a verdict. A cell that has ended is left unchanged. */
export async function endCellUnscored(
  client: Queryable,
  { runId, position, arm }: ExperimentCellKey,
  reason: UnscoredReason,
  now: Date,
): Promise<void> {
  await client.query(
    `UPDATE quality_experiment_cells SET state = 'ended', verdict = 'unscored', reason = $4, answer = NULL, ended_at = $5
     WHERE run_id = $1 AND position = $2 AND arm = $3 AND state <> 'ended'`,
    [runId, position, arm, reason, now],
  );
}

/** The call as internal traffic of the item's environment. */
function trafficOf(
  { request, purpose, provider, model, connectionId, reservedAt }: ReservedRow,
  { callId, attempt }: ReservedCall,
  { state, fault, price, usage, latencyMs }: ExperimentCallSettlement,
  now: Date,
): ReturnType<typeof callTraffic> {
  if (request === null) return [];
  return callTraffic({
    ...{ callId, purpose, scope: request.scope, routeId: request.route_id, releaseId: undefined, provider, model },
    ...{ connectionId: connectionId ?? undefined, tries: attempt, state, fault, price, usage, latencyMs },
    ...{ sentAt: reservedAt, endedAt: now },
  });
}
