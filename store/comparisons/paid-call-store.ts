import type pg from 'pg';
import type { ComparisonPlanV1 } from '../../contracts/comparisons/comparison-plan.ts';
import type { ComparisonRunState } from '../../domain/comparisons/comparison-run.ts';
import type { CallEnding, CallPlace, PaidCallState } from '../../domain/comparisons/paid-call.ts';
import { CALLS_AT_ONCE } from '../../domain/comparisons/run-work.ts';
import type { Price } from '../../domain/gateway/price.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import { appendControlPlaneEvents } from '../ingest/control-plane-event-store.ts';
import { newId } from '../postgres/new-id.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { callTraffic, type EndedCall } from './call-traffic.ts';
import { endCell, writeMachineVerdict } from './cell-endings.ts';

/** A call before it is made. */
export interface IntendedCall extends CallPlace {
  readonly connectionId: string;
  readonly model: string;
  /** The most that it can cost. */
  readonly mostNanoUsd: bigint;
}

/** What became of the wish to make a call. */
export type Reservation =
  | { readonly kind: 'reserved'; readonly callId: string; readonly attempt: number }
  /** There is no room for it; nothing was written. */
  | { readonly kind: 'no_room'; readonly under: 'spend_ceiling_exceeded' | 'judge_ceiling_reached' }
  /** Its connection has as many calls out as it may have; nothing was written. */
  | { readonly kind: 'busy' }
  /** It was made before: somebody reserved it, or it has ended. */
  | { readonly kind: 'made_before' }
  /** The run is not where such calls are made, or is to be cancelled. */
  | { readonly kind: 'stopped' };

/** How a call ended. */
export interface CallSettlement {
  readonly state: Exclude<PaidCallState, 'reserved'>;
  /** Empty of an answer. */
  readonly fault: string;
  /** Undefined where there was no bill, or nobody knows of one. */
  readonly price: Price | undefined;
  /** By the units of the price table; undefined where the provider did not say. */
  readonly usage: Readonly<Record<string, number>> | undefined;
  readonly latencyMs: number | undefined;
  readonly answeredModel: string | undefined;
  readonly providerRequestId: string | undefined;
  readonly ending: CallEnding;
}

export interface PaidCallStore {
  /** Commits the intent of a call and the most that it can cost, in one transaction: before it, nothing may be sent. */
  reserve(call: IntendedCall): Promise<Reservation>;
  /**
   * Settles a call in one transaction: what it cost, what it was for, and its traffic. False where somebody has settled it already,
   * and then nothing changes.
   */
  settle(call: { callId: string; attempt: number }, settlement: CallSettlement): Promise<boolean>;
  /** Settles a call that somebody reserved who is gone: its effect is unknown, it costs its reservation and is not made again. */
  settleLost(place: CallPlace): Promise<void>;
  /** The calls of a run that are reserved. */
  reserved(runId: string): Promise<CallPlace[]>;
}

/** Binds the calls that runs pay for to the database. Locks are taken in the order budget, run, connection, call, cell. */
export function createPaidCallStore(pool: pg.Pool, clock: Clock): PaidCallStore {
  const settle: PaidCallStore['settle'] = async (call, settlement) => {
    try {
      await inTransaction(pool, (client) => settleIn(client, call, settlement, clock.now()));
      return true;
    } catch (error) {
      if (error instanceof NotDone) return false;
      throw error;
    }
  };
  return {
    async reserve(call) {
      try {
        return await inTransaction(pool, (client) => reserveIn(client, call, clock.now()));
      } catch (error) {
        if (error instanceof NotDone) return error.instead;
        throw error;
      }
    },

    settle,

    async settleLost(place) {
      const { rows } = await pool.query<{ callId: string; attempt: number }>(
        `SELECT call_id AS "callId", attempt FROM comparison_calls
         WHERE run_id = $1 AND position = $2 AND arm = $3 AND purpose = $4 AND state = 'reserved'`,
        [place.runId, place.position, place.arm, place.purpose],
      );
      for (const call of rows) await settle(call, lostCall(place));
    },

    async reserved(runId) {
      const { rows } = await pool.query<CallPlace>(
        `SELECT run_id AS "runId", position, arm, purpose FROM comparison_calls
         WHERE run_id = $1 AND state = 'reserved' ORDER BY position, arm, purpose`,
        [runId],
      );
      return rows;
    },
  };
}

/** Takes back what a transaction has done so far: `instead` is what became of it. */
class NotDone extends Error {
  readonly instead: Exclude<Reservation, { kind: 'reserved' }>;

  constructor(instead: NotDone['instead']) {
    super('It was not done, and what was done for it is taken back.');
    this.instead = instead;
  }
}

const MADE_BEFORE = { kind: 'made_before' } as const;

/** Where a run is while calls of a purpose are made. */
const STATE_OF = { comparison: 'arms_running', judge: 'scoring' } as const satisfies Record<
  CallPlace['purpose'],
  ComparisonRunState
>;

async function reserveIn(client: Queryable, call: IntendedCall, now: Date): Promise<Reservation> {
  await refuseRepetition(client, call);
  // Asked before any lock is taken too: those who wait ask every second, and keep nobody from settling.
  await refuseBusy(client, call);
  const budget = await client.query(
    `UPDATE comparison_budgets b SET reserved_nano_usd = b.reserved_nano_usd + $2
     FROM comparison_runs n JOIN comparisons c USING (comparison_id) JOIN environments e USING (environment_id)
       JOIN gateways g USING (gateway_id) JOIN applications a USING (application_id)
     WHERE n.run_id = $1 AND b.workspace_id = a.workspace_id
       AND b.settled_nano_usd + b.reserved_nano_usd + $2 <= b.limit_nano_usd`,
    [call.runId, call.mostNanoUsd],
  );
  if (budget.rowCount === 0) throw new NotDone({ kind: 'no_room', under: 'spend_ceiling_exceeded' });
  const judges = call.purpose === 'judge' ? call.mostNanoUsd : 0n;
  const run = await client.query(
    `UPDATE comparison_runs SET reserved_nano_usd = reserved_nano_usd + $2,
       judge_reserved_nano_usd = judge_reserved_nano_usd + $3, touched_at = $5
     WHERE run_id = $1 AND state = $4 AND cancel_requested_at IS NULL
       AND settled_nano_usd + reserved_nano_usd + $2 <= spend_ceiling_nano_usd
       AND ($3 = 0 OR judge_ceiling_nano_usd IS NULL
         OR judge_settled_nano_usd + judge_reserved_nano_usd + $3 <= judge_ceiling_nano_usd)`,
    [call.runId, call.mostNanoUsd, judges, STATE_OF[call.purpose], now],
  );
  if (run.rowCount === 0) throw new NotDone(await whyNoRoom(client, call));
  await lockConnection(client, call);
  await refuseBusy(client, call);
  const reserved = await insertCall(client, call, now);
  if (call.purpose === 'comparison') await dispatchCell(client, call);
  return { kind: 'reserved', ...reserved };
}

/** What was made before is said before anything about room: a worker that died must not turn an unknown effect into a refusal. */
async function refuseRepetition(client: Queryable, { runId, position, arm, purpose }: CallPlace): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM comparison_cells l
     LEFT JOIN comparison_calls c ON c.run_id = l.run_id AND c.position = l.position AND c.arm = l.arm AND c.purpose = $4
     WHERE l.run_id = $1 AND l.position = $2 AND l.arm = $3
       AND (c.state IS NULL OR c.state IN ('never_sent', 'refused'))
       AND CASE WHEN $4 = 'comparison' THEN l.state IN ('intended', 'dispatched')
         ELSE l.state = 'answered' AND NOT EXISTS (SELECT FROM comparison_verdicts v
           WHERE v.run_id = $1 AND v.position = $2 AND v.arm = $3 AND v.source <> 'human') END`,
    [runId, position, arm, purpose],
  );
  if (rowCount === 0) throw new NotDone(MADE_BEFORE);
}

/** Why the guards of the run let a call not through; its budget's row is locked, so that no other call of it moves meanwhile. */
async function whyNoRoom(client: Queryable, call: IntendedCall): Promise<NotDone['instead']> {
  const { rows } = await client.query<{ isGoing: boolean; hasRoom: boolean }>(
    `SELECT state = $3 AND cancel_requested_at IS NULL AS "isGoing",
       coalesce(settled_nano_usd + reserved_nano_usd + $2 <= spend_ceiling_nano_usd, false) AS "hasRoom"
     FROM comparison_runs WHERE run_id = $1`,
    [call.runId, call.mostNanoUsd, STATE_OF[call.purpose]],
  );
  const run = rows[0];
  if (run?.isGoing !== true) return { kind: 'stopped' };
  return { kind: 'no_room', under: run.hasRoom ? 'judge_ceiling_reached' : 'spend_ceiling_exceeded' };
}

/** What is reserved may be out. A run that stops is not told to wait. */
async function refuseBusy(client: Queryable, { runId, connectionId }: IntendedCall): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM comparison_runs WHERE run_id = $1 AND cancel_requested_at IS NULL
       AND (SELECT count(*) FROM comparison_calls WHERE connection_id = $2 AND state = 'reserved') >= $3`,
    [runId, connectionId, CALLS_AT_ONCE],
  );
  if (rowCount !== 0) throw new NotDone({ kind: 'busy' });
}

/** Who reserves on a connection holds its row until the commit, so that two at once cannot both be the last that it has room for. */
async function lockConnection(client: Queryable, { connectionId }: IntendedCall): Promise<void> {
  await client.query('SELECT FROM provider_connections WHERE connection_id = $1 FOR NO KEY UPDATE', [connectionId]);
}

async function insertCall(
  client: Queryable,
  call: IntendedCall,
  now: Date,
): Promise<{ callId: string; attempt: number }> {
  const { rows } = await client.query<{ callId: string; attempt: number }>(
    `INSERT INTO comparison_calls AS c
       (call_id, run_id, position, arm, purpose, connection_id, model, reserved_nano_usd, state, reserved_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'reserved', $9)
     ON CONFLICT ON CONSTRAINT comparison_call_once DO UPDATE
       SET state = 'reserved', attempt = c.attempt + 1, reserved_nano_usd = EXCLUDED.reserved_nano_usd, fault = '',
         settled_nano_usd = NULL, settled_at = NULL, reserved_at = EXCLUDED.reserved_at
       WHERE c.state IN ('never_sent', 'refused')
     RETURNING call_id AS "callId", attempt`,
    [
      ...[newId('comparisonCall'), call.runId, call.position, call.arm, call.purpose, call.connectionId, call.model],
      call.mostNanoUsd,
      now,
    ],
  );
  const reserved = rows[0];
  if (reserved === undefined) throw new NotDone(MADE_BEFORE);
  return reserved;
}

async function dispatchCell(client: Queryable, { runId, position, arm }: CallPlace): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE comparison_cells SET state = 'dispatched'
     WHERE run_id = $1 AND position = $2 AND arm = $3 AND state IN ('intended', 'dispatched')`,
    [runId, position, arm],
  );
  if (rowCount === 0) throw new NotDone(MADE_BEFORE);
}

/** A reserved call, with what its settlement and its traffic need. */
interface ReservedRow {
  run_id: string;
  position: number;
  arm: CallPlace['arm'];
  purpose: CallPlace['purpose'];
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

async function settleIn(
  client: Queryable,
  call: { callId: string; attempt: number },
  settlement: CallSettlement,
  now: Date,
): Promise<void> {
  await lockBudget(client, call.callId);
  const row = await reservedRow(client, call);
  const charged = chargeOf(settlement, BigInt(row.reserved_nano_usd));
  await moveSums(client, row, charged);
  const { state, fault, price, usage, answeredModel, providerRequestId, ending } = settlement;
  const { rowCount } = await client.query(
    `UPDATE comparison_calls SET state = $3, fault = $4, settled_nano_usd = $5, price = $6, usage = $7, answered_model = $8,
       provider_request_id = $9, settled_at = $10
     WHERE call_id = $1 AND attempt = $2 AND state = 'reserved'`,
    [
      ...[call.callId, call.attempt, state, fault, charged],
      ...[price ?? null, usage ?? null, answeredModel ?? null, providerRequestId ?? null, now],
    ],
  );
  if (rowCount === 0) throw new NotDone(MADE_BEFORE);
  const place = { runId: row.run_id, position: row.position, arm: row.arm };
  if (ending.kind === 'verdict') await writeMachineVerdict(client, { ...place, source: 'judge', ...ending }, now);
  else await endCell(client, place, row.purpose, ending, now);
  if (ending.kind !== 'again')
    await appendControlPlaneEvents(client, callTraffic(endedCall(row, call, settlement, now)), now);
}

/** Whoever moves a call holds the budget that it is paid from: two who settle it at once wait here, and the second finds it settled. */
async function lockBudget(client: Queryable, callId: string): Promise<void> {
  await client.query(
    `SELECT FROM comparison_budgets b WHERE b.workspace_id = (
       SELECT a.workspace_id FROM comparison_calls c
       JOIN comparison_runs n ON n.run_id = c.run_id
       JOIN comparisons q ON q.comparison_id = n.comparison_id
       JOIN environments e ON e.environment_id = q.environment_id
       JOIN gateways g ON g.gateway_id = e.gateway_id
       JOIN applications a ON a.application_id = g.application_id
       WHERE c.call_id = $1) FOR NO KEY UPDATE`,
    [callId],
  );
}

async function reservedRow(client: Queryable, { callId, attempt }: { callId: string; attempt: number }) {
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
  if (rows[0] === undefined) throw new NotDone(MADE_BEFORE);
  return rows[0];
}

/** What a call is charged with: its price; what it can cost at most where there is a bill of which nobody knows the amount. */
function chargeOf({ state, price }: CallSettlement, reserved: bigint): bigint {
  if (state === 'never_sent' || state === 'refused') return 0n;
  return price?.state === 'priced' ? BigInt(price.nanos) : reserved;
}

/** Takes the reservation back from budget and run, and adds what was charged. */
async function moveSums(client: Queryable, row: ReservedRow, charged: bigint): Promise<void> {
  const budget = await client.query(
    `UPDATE comparison_budgets SET reserved_nano_usd = reserved_nano_usd - $2, settled_nano_usd = settled_nano_usd + $3
     WHERE workspace_id = $1`,
    [row.workspace_id, row.reserved_nano_usd, charged],
  );
  const [judgeReserved, judgeCharged] = row.purpose === 'judge' ? [row.reserved_nano_usd, charged] : ['0', 0n];
  const run = await client.query(
    `UPDATE comparison_runs SET reserved_nano_usd = reserved_nano_usd - $2, settled_nano_usd = settled_nano_usd + $3,
       judge_reserved_nano_usd = judge_reserved_nano_usd - $4, judge_settled_nano_usd = judge_settled_nano_usd + $5
     WHERE run_id = $1`,
    [row.run_id, row.reserved_nano_usd, charged, judgeReserved, judgeCharged],
  );
  if (budget.rowCount !== 1 || run.rowCount !== 1) throw new DefectError('A reserved call has no budget or no run.');
}

function lostCall({ purpose }: CallPlace): CallSettlement {
  return {
    state: 'effect_unknown',
    fault: 'worker_lost',
    price: undefined,
    usage: undefined,
    latencyMs: undefined,
    answeredModel: undefined,
    providerRequestId: undefined,
    ending:
      purpose === 'comparison'
        ? { kind: 'failed', failureCode: 'worker_lost' }
        : { kind: 'verdict', outcome: 'unknown', reasonCode: 'judge_paid_effect_unknown', rationale: '' },
  };
}

function endedCall(
  row: ReservedRow,
  { callId, attempt }: { callId: string; attempt: number },
  { state, fault, price, usage, latencyMs }: CallSettlement,
  now: Date,
): EndedCall {
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
