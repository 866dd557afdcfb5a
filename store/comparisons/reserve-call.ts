import type pg from 'pg';
import type { ComparisonRunState } from '../../domain/comparisons/comparison-run.ts';
import type { RunCallKey } from '../../domain/comparisons/run-call.ts';
import { MAX_CONCURRENT_CALLS } from '../../domain/comparisons/run-work.ts';
import { newId } from '../postgres/new-id.ts';
import type { Queryable } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';
import {
  CallNotReserved,
  commitReservation,
  type CallObstacles,
  type Reservation,
  type WrittenIntent,
} from './reservation.ts';

/** A call that is intended but not yet reserved. */
export interface IntendedCall extends RunCallKey {
  readonly connectionId: string;
  readonly model: string;
  /** The maximum cost of the call. */
  readonly maxNanoUsd: bigint;
  /** True for a last attempt, which calls a provider even during its rate limit. */
  readonly asksWhileLimited: boolean;
}

/** The state that a run must have for calls of each purpose. */
const STATE_OF = { comparison: 'arms_running', judge: 'scoring' } as const satisfies Record<
  RunCallKey['purpose'],
  ComparisonRunState
>;

/** Commits the intent of a call of a comparison run and its maximum cost. */
export async function reserveCall(pool: pg.Pool, call: IntendedCall, now: Date): Promise<Reservation> {
  const steps = {
    asksWhileLimited: call.asksWhileLimited,
    findObstacles: (client: Queryable) => findObstacles(client, call),
    takeRoom: (client: Queryable) => takeRoom(client, call, now),
    writeIntent: (client: Queryable) => writeIntent(client, call, now),
  };
  return commitReservation(pool, steps, now);
}

async function findObstacles(client: Queryable, call: IntendedCall): Promise<CallObstacles | undefined> {
  const { runId, position, arm, purpose, connectionId } = call;
  const { rows } = await client.query<CallObstacles>(
    `SELECT EXISTS (
         SELECT FROM comparison_cells l
         LEFT JOIN comparison_calls c ON c.run_id = l.run_id AND c.position = l.position AND c.arm = l.arm AND c.purpose = $4
         WHERE l.run_id = $1 AND l.position = $2 AND l.arm = $3
           AND (c.state IS NULL OR c.state IN ('never_sent', 'refused'))
           AND CASE WHEN $4 = 'comparison' THEN l.state IN ('intended', 'dispatched')
             ELSE l.state = 'answered' AND NOT EXISTS (SELECT FROM comparison_verdicts v
               WHERE v.run_id = $1 AND v.position = $2 AND v.arm = $3 AND v.source <> 'human') END
       ) AS "isWanted",
       n.cancel_requested_at IS NULL AS "isGoing", p.limited_until AS "limitedUntil",
       (SELECT count(*)::int FROM comparison_calls c WHERE c.connection_id = $5 AND c.state = 'reserved')
         + (SELECT count(*)::int FROM quality_experiment_calls q WHERE q.lane = $5 AND q.state = 'reserved') AS out
     FROM provider_connections p, comparison_runs n
     WHERE p.connection_id = $5 AND n.run_id = $1`,
    [runId, position, arm, purpose, connectionId],
  );
  return rows[0];
}

/**
 * Reserves the maximum cost of a call in budget and run, and locks its connection until the commit. Two concurrent
 * calls therefore cannot both take the last free slot. Each part of the statement depends on the previous one, which
 * fixes the order of the locks.
 */
async function takeRoom(client: Queryable, call: IntendedCall, now: Date): Promise<void> {
  const judges = call.purpose === 'judge' ? call.maxNanoUsd : 0n;
  const { rows } = await client.query<{ inBudget: boolean; inRun: boolean; isOpen: boolean }>(
    `WITH budget AS (
       UPDATE comparison_budgets b SET reserved_nano_usd = b.reserved_nano_usd + $2
       FROM comparison_runs n JOIN comparisons c USING (comparison_id) JOIN environments e USING (environment_id)
         JOIN gateways g USING (gateway_id) JOIN applications a USING (application_id)
       WHERE n.run_id = $1 AND b.workspace_id = a.workspace_id
         AND b.settled_nano_usd + b.reserved_nano_usd + $2 <= b.limit_nano_usd
       RETURNING b.workspace_id
     ), run AS (
       UPDATE comparison_runs SET reserved_nano_usd = reserved_nano_usd + $2,
         judge_reserved_nano_usd = judge_reserved_nano_usd + $3, touched_at = $5
       WHERE run_id = $1 AND EXISTS (SELECT FROM budget) AND state = $4 AND cancel_requested_at IS NULL
         AND settled_nano_usd + reserved_nano_usd + $2 <= spend_ceiling_nano_usd
         AND ($3 = 0 OR judge_ceiling_nano_usd IS NULL
           OR judge_settled_nano_usd + judge_reserved_nano_usd + $3 <= judge_ceiling_nano_usd)
       RETURNING run_id
     ), connection AS (
       SELECT connection_id FROM provider_connections
       WHERE connection_id = $6 AND EXISTS (SELECT FROM run) AND ($7 OR limited_until IS NULL OR limited_until <= $5)
       FOR NO KEY UPDATE
     )
     SELECT EXISTS (SELECT FROM budget) AS "inBudget", EXISTS (SELECT FROM run) AS "inRun",
       EXISTS (SELECT FROM connection) AS "isOpen"`,
    [call.runId, call.maxNanoUsd, judges, STATE_OF[call.purpose], now, call.connectionId, call.asksWhileLimited],
  );
  const room = requireRow(rows);
  if (!room.inBudget) throw new CallNotReserved({ kind: 'no_room', ceiling: 'spend_ceiling_exceeded' });
  if (!room.inRun) throw new CallNotReserved(await whyNoRoom(client, call));
  if (!room.isOpen) throw new CallNotReserved({ kind: 'busy' });
}

/**
 * The reason why the guards of the run refuse a call. The budget row is locked, so no other call of the workspace
 * changes it meanwhile.
 */
async function whyNoRoom(client: Queryable, call: IntendedCall): Promise<CallNotReserved['instead']> {
  const { rows } = await client.query<{ isGoing: boolean; hasRoom: boolean }>(
    `SELECT state = $3 AND cancel_requested_at IS NULL AS "isGoing",
       coalesce(settled_nano_usd + reserved_nano_usd + $2 <= spend_ceiling_nano_usd, false) AS "hasRoom"
     FROM comparison_runs WHERE run_id = $1`,
    [call.runId, call.maxNanoUsd, STATE_OF[call.purpose]],
  );
  const run = rows[0];
  if (run?.isGoing !== true) return { kind: 'stopped' };
  return { kind: 'no_room', ceiling: run.hasRoom ? 'judge_ceiling_reached' : 'spend_ceiling_exceeded' };
}

/**
 * Writes the call and moves its cell if the connection has a free slot. Every reserved call counts, also of
 * experiments, because it may be in flight. This is a separate statement, so that it sees everything that was committed
 * before the connection was locked.
 */
async function writeIntent(client: Queryable, call: IntendedCall, now: Date): Promise<WrittenIntent> {
  const { runId, position, arm, purpose, connectionId, model, maxNanoUsd } = call;
  const { rows } = await client.query<WrittenIntent>(
    `WITH out AS (
       SELECT (SELECT count(*)::int FROM comparison_calls WHERE connection_id = $6 AND state = 'reserved')
         + (SELECT count(*)::int FROM quality_experiment_calls WHERE lane = $6 AND state = 'reserved') AS out
     ), cell AS (
       UPDATE comparison_cells SET state = 'dispatched'
       WHERE run_id = $2 AND position = $3 AND arm = $4 AND $5 = 'comparison' AND state IN ('intended', 'dispatched')
       RETURNING run_id
     ), call AS (
       INSERT INTO comparison_calls AS c
         (call_id, run_id, position, arm, purpose, connection_id, model, reserved_nano_usd, state, reserved_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, 'reserved', $9 FROM out
       WHERE out.out < $10 AND ($5 = 'judge' OR EXISTS (SELECT FROM cell))
       ON CONFLICT ON CONSTRAINT comparison_call_once DO UPDATE
         SET state = 'reserved', attempt = c.attempt + 1, reserved_nano_usd = EXCLUDED.reserved_nano_usd, fault = '',
           settled_nano_usd = NULL, settled_at = NULL, reserved_at = EXCLUDED.reserved_at
         WHERE c.state IN ('never_sent', 'refused')
       RETURNING call_id, attempt
     )
     SELECT call.call_id AS "callId", call.attempt, out.out FROM out LEFT JOIN call ON true`,
    [
      ...[newId('comparisonCall'), runId, position, arm, purpose, connectionId, model],
      ...[maxNanoUsd, now, MAX_CONCURRENT_CALLS],
    ],
  );
  return requireRow(rows);
}
