import type pg from 'pg';
import { MAX_CONCURRENT_CALLS } from '../../../domain/comparisons/run-work.ts';
import type { ExperimentCallKey } from '../../../domain/quality/experiment-runs/experiment-work.ts';
import {
  CallNotReserved,
  commitReservation,
  type CallObstacles,
  type Reservation,
  type WrittenIntent,
} from '../../comparisons/reservation.ts';
import { newId } from '../../postgres/new-id.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { requireRow } from '../../postgres/require-row.ts';

/** A call that is intended but not yet reserved. */
export interface IntendedExperimentCall extends ExperimentCallKey {
  /** The connection, or the seat of an evaluator, whose calls in flight are bounded together. */
  readonly lane: string;
  /** Undefined if the configuration file defines the connection. */
  readonly connectionId: string | undefined;
  readonly provider: string;
  readonly model: string;
  /** The maximum cost of the call. */
  readonly maxNanoUsd: bigint;
  /** True for a last attempt, which calls a provider even during its rate limit. */
  readonly asksWhileLimited: boolean;
}

const NO_ROOM = { kind: 'no_room', ceiling: 'spend_ceiling_exceeded' } as const;

/**
 * Commits the intent of a call of an experiment run and its maximum cost. Like comparisons, it locks budget, run and
 * connection in this order, so that the calls of both bound each other.
 */
export async function reserveExperimentCall(
  pool: pg.Pool,
  call: IntendedExperimentCall,
  now: Date,
): Promise<Reservation> {
  const steps = {
    asksWhileLimited: call.asksWhileLimited,
    findObstacles: (client: Queryable) => findObstacles(client, call),
    takeRoom: (client: Queryable) => takeRoom(client, call, now),
    writeIntent: (client: Queryable) => writeIntent(client, call, now),
  };
  return commitReservation(pool, steps, now);
}

async function findObstacles(client: Queryable, call: IntendedExperimentCall): Promise<CallObstacles | undefined> {
  const { runId, position, arm, purpose, seat, lane, connectionId } = call;
  const { rows } = await client.query<CallObstacles>(
    `SELECT EXISTS (
         SELECT FROM quality_experiment_cells l
         LEFT JOIN quality_experiment_calls c ON c.run_id = l.run_id AND c.position = l.position AND c.arm = l.arm
           AND c.purpose = $4 AND c.seat = $5
         WHERE l.run_id = $1 AND l.position = $2 AND l.arm = $3
           AND l.state = CASE WHEN $4 = 'comparison' THEN 'intended' ELSE 'answered' END
           AND (c.state IS NULL OR (c.state IN ('never_sent', 'refused') AND NOT c.is_final))
       ) AS "isWanted",
       n.state = 'running' AND n.cancel_requested_at IS NULL AS "isGoing",
       (SELECT limited_until FROM provider_connections WHERE connection_id = $7) AS "limitedUntil",
       (SELECT count(*)::int FROM quality_experiment_calls c WHERE c.lane = $6 AND c.state = 'reserved')
         + (SELECT count(*)::int FROM comparison_calls c WHERE c.connection_id = $6 AND c.state = 'reserved') AS out
     FROM quality_experiment_runs n WHERE n.run_id = $1`,
    [runId, position, arm, purpose, seat, lane, connectionId ?? null],
  );
  return rows[0];
}

/**
 * Reserves the maximum cost of a call in budget and run, and locks its connection until the commit. A seat of an
 * evaluator has no connection row, so an advisory lock takes its place. Each part of the statement depends on the
 * previous one, which fixes the order of the locks.
 */
async function takeRoom(client: Queryable, call: IntendedExperimentCall, now: Date): Promise<void> {
  const { runId, maxNanoUsd, connectionId, lane, asksWhileLimited } = call;
  const { rows } = await client.query<{ inBudget: boolean; inRun: boolean; isOpen: boolean }>(
    `WITH budget AS (
       UPDATE comparison_budgets b SET reserved_nano_usd = b.reserved_nano_usd + $2
       FROM quality_experiment_runs n
       WHERE n.run_id = $1 AND b.workspace_id = n.workspace_id
         AND b.settled_nano_usd + b.reserved_nano_usd + $2 <= b.limit_nano_usd
       RETURNING b.workspace_id
     ), run AS (
       UPDATE quality_experiment_runs SET reserved_nano_usd = reserved_nano_usd + $2, touched_at = $3
       WHERE run_id = $1 AND EXISTS (SELECT FROM budget) AND state = 'running' AND cancel_requested_at IS NULL
         AND settled_nano_usd + reserved_nano_usd + $2 <= spend_ceiling_nano_usd
       RETURNING run_id
     ), connection AS (
       SELECT connection_id FROM provider_connections
       WHERE connection_id = $4 AND EXISTS (SELECT FROM run) AND ($5 OR limited_until IS NULL OR limited_until <= $3)
       FOR NO KEY UPDATE
     )
     SELECT EXISTS (SELECT FROM budget) AS "inBudget", EXISTS (SELECT FROM run) AS "inRun",
       $4::text IS NULL OR EXISTS (SELECT FROM connection) AS "isOpen"`,
    [runId, maxNanoUsd, now, connectionId ?? null, asksWhileLimited],
  );
  const room = requireRow(rows);
  if (!room.inBudget) throw new CallNotReserved(NO_ROOM);
  if (!room.inRun) throw new CallNotReserved(await whyNoRoom(client, runId));
  if (!room.isOpen) throw new CallNotReserved({ kind: 'busy' });
  if (connectionId === undefined) await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lane]);
}

/** The reason why the guards of the run refuse a call. The budget row is locked meanwhile. */
async function whyNoRoom(client: Queryable, runId: string): Promise<CallNotReserved['instead']> {
  const { rows } = await client.query<{ isGoing: boolean }>(
    `SELECT state = 'running' AND cancel_requested_at IS NULL AS "isGoing" FROM quality_experiment_runs
     WHERE run_id = $1`,
    [runId],
  );
  return rows[0]?.isGoing === true ? NO_ROOM : { kind: 'stopped' };
}

/**
 * Writes the call if its lane has a free slot; every reserved call of experiments and of comparisons counts, because it
 * may be in flight. This is a separate statement, so that it sees everything that was committed before the connection
 * was locked.
 */
async function writeIntent(client: Queryable, call: IntendedExperimentCall, now: Date): Promise<WrittenIntent> {
  const { runId, position, arm, purpose, seat, lane, connectionId, provider, model, maxNanoUsd } = call;
  const { rows } = await client.query<WrittenIntent>(
    `WITH out AS (
       SELECT (SELECT count(*)::int FROM quality_experiment_calls WHERE lane = $7 AND state = 'reserved')
         + (SELECT count(*)::int FROM comparison_calls WHERE connection_id = $7 AND state = 'reserved') AS out
     ), call AS (
       INSERT INTO quality_experiment_calls AS c (call_id, run_id, position, arm, purpose, seat, lane, connection_id, provider, model,
         reserved_nano_usd, state, reserved_at)
       SELECT $1, l.run_id, l.position, l.arm, $5, $6, $7, $8, $9, $10, $11, 'reserved', $12
       FROM out, quality_experiment_cells l
       WHERE out.out < $13 AND l.run_id = $2 AND l.position = $3 AND l.arm = $4
         AND l.state = CASE WHEN $5 = 'comparison' THEN 'intended' ELSE 'answered' END
       ON CONFLICT ON CONSTRAINT quality_experiment_call_once DO UPDATE
         SET state = 'reserved', attempt = c.attempt + 1, reserved_nano_usd = EXCLUDED.reserved_nano_usd, fault = '',
           settled_nano_usd = NULL, settled_at = NULL, reserved_at = EXCLUDED.reserved_at
         WHERE c.state IN ('never_sent', 'refused') AND NOT c.is_final
       RETURNING call_id, attempt
     )
     SELECT call.call_id AS "callId", call.attempt, out.out FROM out LEFT JOIN call ON true`,
    [
      ...[newId('experimentCall'), runId, position, arm, purpose, seat, lane, connectionId ?? null],
      ...[provider, model, maxNanoUsd, now, MAX_CONCURRENT_CALLS],
    ],
  );
  return requireRow(rows);
}
