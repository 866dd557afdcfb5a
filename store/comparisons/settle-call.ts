import type pg from 'pg';
import type { ComparisonPlanV1 } from '../../contracts/comparisons/comparison-plan.ts';
import type { RunCallEnding, RunCallKey } from '../../domain/comparisons/run-call.ts';
import { APPENDED_EVENTS, eventLines } from '../ingest/control-plane-event-store.ts';
import { newId } from '../postgres/new-id.ts';
import type { Queryable } from '../postgres/pool.ts';
import { callTraffic, type SettledPaidCall } from '../spending/call-traffic.ts';
import { callCharge, type PaidCallEnd, LOST_CALL_END, type ReservedCall } from '../spending/paid-call-end.ts';
import { cellEnding } from './cell-endings.ts';

/** The end of a run's call. */
export interface CallSettlement extends PaidCallEnd {
  readonly ending: RunCallEnding;
}

/**
 * Settles a call in one statement. Returns false and changes nothing if it is already settled. Calls of a workspace are
 * settled one at a time, so the values of the statement are computed before any lock.
 */
export async function settleCall(
  pool: pg.Pool,
  call: ReservedCall,
  settlement: CallSettlement,
  now: Date,
): Promise<boolean> {
  const row = await findReserved(pool, call);
  if (row === undefined) return false;
  const { ending } = settlement;
  const events = ending.kind === 'again' ? [] : callTraffic(endedCall(row, call, settlement, now));
  const settled = { ...settledCall(row, call, settlement, now), ...settledPlace(row, ending, now) };
  const { rowCount } = await pool.query(SETTLING, [JSON.stringify(settled), eventLines(events)]);
  return rowCount === 1;
}

/**
 * The statement that settles a call: it ends the call, releases its reservation from run and budget, and adds its
 * charge. Concurrent settlements of one call wait for each other at the budget; the second finds it settled. Each part
 * depends on the previous one, which fixes the order of the locks.
 */
const SETTLING = `WITH settlement AS (
     SELECT * FROM json_to_record($1) AS s (call_id text, attempt int, workspace_id text, run_id text, connection_id text, purpose text,
       state text, fault text, charged numeric, price jsonb, usage jsonb, answered_model text, provider_request_id text, now timestamptz,
       limited_until timestamptz, "position" int, arm text, cell_state text, failure_code text, answer text, duration_ms int,
       cell_ended_at timestamptz, verdict_id text, outcome text, reason_code text, rationale text)
   ), budget AS (
     SELECT b.workspace_id FROM comparison_budgets b, settlement s WHERE b.workspace_id = s.workspace_id FOR NO KEY UPDATE OF b
   ), call AS (
     UPDATE comparison_calls c SET state = s.state, fault = s.fault, settled_nano_usd = s.charged, price = s.price, usage = s.usage,
       answered_model = s.answered_model, provider_request_id = s.provider_request_id, settled_at = s.now
     FROM settlement s
     WHERE c.call_id = s.call_id AND c.attempt = s.attempt AND c.state = 'reserved' AND EXISTS (SELECT FROM budget)
     RETURNING c.reserved_nano_usd AS reserved, s.charged, s.purpose = 'judge' AS judges
   ), run AS (
     UPDATE comparison_runs n SET reserved_nano_usd = n.reserved_nano_usd - c.reserved,
       settled_nano_usd = n.settled_nano_usd + c.charged,
       judge_reserved_nano_usd = n.judge_reserved_nano_usd - CASE WHEN c.judges THEN c.reserved ELSE 0 END,
       judge_settled_nano_usd = n.judge_settled_nano_usd + CASE WHEN c.judges THEN c.charged ELSE 0 END
     FROM settlement s, call c WHERE n.run_id = s.run_id
   ), charged AS (
     UPDATE comparison_budgets b SET reserved_nano_usd = b.reserved_nano_usd - c.reserved,
       settled_nano_usd = b.settled_nano_usd + c.charged
     FROM settlement s, call c WHERE b.workspace_id = s.workspace_id
   ), limited AS (
     UPDATE provider_connections p SET limited_until = greatest(p.limited_until, s.limited_until)
     FROM settlement s, call c WHERE p.connection_id = s.connection_id AND s.limited_until IS NOT NULL
   ), cell AS (
     UPDATE comparison_cells l SET state = s.cell_state, failure_code = s.failure_code, answer = s.answer, duration_ms = s.duration_ms,
       ended_at = s.cell_ended_at
     FROM settlement s, call c
     WHERE l.run_id = s.run_id AND l.position = s.position AND l.arm = s.arm AND s.cell_state IS NOT NULL
       AND l.state IN ('intended', 'dispatched')
   ), verdict AS (
     INSERT INTO comparison_verdicts (verdict_id, run_id, position, arm, source, outcome, reason_code, rationale, created_at)
     SELECT s.verdict_id, s.run_id, s.position, s.arm, 'judge', s.outcome, s.reason_code, s.rationale, s.now FROM settlement s, call c
     WHERE s.outcome IS NOT NULL
     ON CONFLICT (run_id, position, arm) WHERE source <> 'human' DO NOTHING
   ), new_events AS (
     SELECT $2::text[] AS lines, s.now FROM settlement s, call c
   ), ${APPENDED_EVENTS}
   SELECT FROM call`;

function settledCall(
  row: ReservedRow,
  { callId, attempt }: ReservedCall,
  settlement: CallSettlement,
  now: Date,
): object {
  const { state, fault, price, usage, answeredModel, providerRequestId, limitedForMs } = settlement;
  return {
    call_id: callId,
    attempt,
    workspace_id: row.workspace_id,
    run_id: row.run_id,
    connection_id: row.connection_id,
    purpose: row.purpose,
    ...{ state, fault, price, usage },
    charged: callCharge(settlement, BigInt(row.reserved_nano_usd)).toString(),
    answered_model: answeredModel,
    provider_request_id: providerRequestId,
    now,
    // A rate limit pauses the whole connection: no run and no other worker calls it meanwhile.
    limited_until: limitedForMs === undefined ? undefined : new Date(now.getTime() + limitedForMs),
  };
}

/**
 * The change of the cell, or the judge's verdict on it. A judge call that will be repeated leaves its cell unchanged.
 */
function settledPlace({ position, arm, purpose }: ReservedRow, ending: RunCallEnding, now: Date): object {
  if (ending.kind === 'verdict') {
    const { outcome, reasonCode, rationale } = ending;
    return { position, arm, verdict_id: newId('comparisonVerdict'), outcome, reason_code: reasonCode, rationale };
  }
  if (purpose === 'judge') return { position, arm };
  const { state, failureCode, answer, durationMs } = cellEnding(ending);
  const endedAt = ending.kind === 'again' ? undefined : now;
  return {
    ...{ position, arm, answer },
    cell_state: state,
    failure_code: failureCode,
    duration_ms: durationMs,
    cell_ended_at: endedAt,
  };
}

/** A reserved call, with what its settlement and its traffic need. */
interface ReservedRow {
  run_id: string;
  position: number;
  arm: RunCallKey['arm'];
  purpose: RunCallKey['purpose'];
  connection_id: string;
  provider: string;
  model: string;
  reserved_nano_usd: string;
  reserved_at: Date;
  organization_id: string;
  workspace_id: string;
  application_id: string;
  gateway_id: string;
  environment_id: string;
  route_id: string;
  plan: ComparisonPlanV1;
}

/** The reserved call. The settlement never changes these columns, so they are read before any lock. */
async function findReserved(client: Queryable, { callId, attempt }: ReservedCall): Promise<ReservedRow | undefined> {
  const { rows } = await client.query<ReservedRow>(
    `SELECT c.run_id, c.position, c.arm, c.purpose, c.connection_id, p.provider, c.model, c.reserved_nano_usd, c.reserved_at,
       w.organization_id, a.workspace_id, g.application_id, e.gateway_id, q.environment_id, q.route_id, n.plan
     FROM comparison_calls c
     JOIN provider_connections p ON p.connection_id = c.connection_id
     JOIN comparison_runs n ON n.run_id = c.run_id
     JOIN comparisons q ON q.comparison_id = n.comparison_id
     JOIN environments e ON e.environment_id = q.environment_id
     JOIN gateways g ON g.gateway_id = e.gateway_id
     JOIN applications a ON a.application_id = g.application_id
     JOIN workspaces w ON w.workspace_id = a.workspace_id
     WHERE c.call_id = $1 AND c.attempt = $2 AND c.state = 'reserved'`,
    [callId, attempt],
  );
  return rows[0];
}

/** The settlement of a call whose worker was lost. */
export function lostCallSettlement({ purpose }: RunCallKey): CallSettlement {
  return {
    ...LOST_CALL_END,
    ending:
      purpose === 'comparison'
        ? { kind: 'failed', failureCode: 'worker_lost' }
        : { kind: 'verdict', outcome: 'unknown', reasonCode: 'judge_paid_effect_unknown', rationale: '' },
  };
}

function endedCall(
  row: ReservedRow,
  { callId, attempt }: ReservedCall,
  { state, fault, price, usage, latencyMs }: CallSettlement,
  now: Date,
): SettledPaidCall {
  const { organization_id, workspace_id, application_id, gateway_id, environment_id } = row;
  const isBaseline = row.purpose === 'comparison' && row.arm === 'baseline';
  return {
    callId,
    purpose: row.purpose,
    scope: { organization_id, workspace_id, application_id, gateway_id, environment_id },
    routeId: row.route_id,
    releaseId: isBaseline ? row.plan.baseline.release_id : undefined,
    provider: row.provider,
    model: row.model,
    connectionId: row.connection_id,
    tries: attempt,
    ...{ state, fault, price, usage, latencyMs },
    sentAt: row.reserved_at,
    endedAt: now,
  };
}
