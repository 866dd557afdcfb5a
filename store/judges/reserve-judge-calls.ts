import type pg from 'pg';
import { newId } from '../postgres/new-id.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { RollbackError } from '../postgres/rollback-error.ts';

/** A call of a seat that is intended but not yet reserved. */
export interface IntendedJudgeCall {
  readonly seat: number;
  readonly provider: string;
  readonly model: string;
  /** The maximum cost of the call. */
  readonly maxNanoUsd: bigint;
}

/** The calls that a request still needs, and the spending cap of its evaluator. */
export interface IntendedJudgeCalls {
  readonly scoringId: string;
  readonly evaluatorId: string;
  readonly capNanoUsd: bigint;
  /** The panel members, at least one. */
  readonly seats: readonly IntendedJudgeCall[];
}

export interface ReservedJudgeCall {
  readonly seat: number;
  readonly callId: string;
  readonly attempt: number;
}

/** The result of an attempt to reserve panel members' calls. */
export type JudgeCallReservation =
  | { readonly kind: 'reserved'; readonly calls: readonly ReservedJudgeCall[] }
  /** The day's spending has reached the cap; nothing was written. */
  | { readonly kind: 'capped' }
  /** The day's spending is below the cap, but calls in flight might reach it; nothing was written. */
  | { readonly kind: 'busy' }
  /** Another process has ended the scoring, or calls these seats; nothing was written. */
  | { readonly kind: 'elsewhere' };

class NotReserved extends RollbackError<Exclude<JudgeCallReservation, { kind: 'reserved' }>> {}

/**
 * Commits the intent of all calls of a request together, and their maximum cost. Nothing may be sent before this
 * resolves. The calls are admitted while the settled and reserved amounts of the UTC day are below the cap, so the day
 * can exceed the cap only by the last admitted calls. Locks are taken in the order scoring, day, calls.
 */
export async function reserveJudgeCalls(
  pool: pg.Pool,
  wanted: IntendedJudgeCalls,
  now: Date,
): Promise<JudgeCallReservation> {
  try {
    return await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `SELECT FROM judge_scorings WHERE scoring_id = $1 AND state = 'open' FOR NO KEY UPDATE`,
        [wanted.scoringId],
      );
      if (rowCount === 0) throw new NotReserved({ kind: 'elsewhere' });
      await takeRoom(client, wanted, now);
      return { kind: 'reserved', calls: await writeIntents(client, wanted, now) };
    });
  } catch (error) {
    if (error instanceof NotReserved) return error.instead;
    throw error;
  }
}

async function takeRoom(client: Queryable, { evaluatorId, capNanoUsd, seats }: IntendedJudgeCalls, now: Date) {
  const max = seats.reduce((sum, { maxNanoUsd }) => sum + maxNanoUsd, 0n);
  const { rowCount } = await client.query(
    `INSERT INTO judge_spend AS s (evaluator_id, day, reserved_nano_usd)
     SELECT $1, ($2::timestamptz AT TIME ZONE 'UTC')::date, $3 WHERE $4::numeric > 0
     ON CONFLICT (evaluator_id, day) DO UPDATE SET reserved_nano_usd = s.reserved_nano_usd + EXCLUDED.reserved_nano_usd
       WHERE s.settled_nano_usd + s.reserved_nano_usd < $4`,
    [evaluatorId, now, max, capNanoUsd],
  );
  if (rowCount === 1) return;
  const { rows } = await client.query<{ isCapped: boolean }>(
    `SELECT settled_nano_usd >= $3 AS "isCapped" FROM judge_spend
     WHERE evaluator_id = $1 AND day = ($2::timestamptz AT TIME ZONE 'UTC')::date`,
    [evaluatorId, now, capNanoUsd],
  );
  throw new NotReserved({ kind: (rows[0]?.isCapped ?? true) ? 'capped' : 'busy' });
}

/** Writes all intents or none: if another process calls one of the seats meanwhile, the transaction is rolled back. */
async function writeIntents(
  client: Queryable,
  { scoringId, seats }: IntendedJudgeCalls,
  now: Date,
): Promise<ReservedJudgeCall[]> {
  const { rows } = await client.query<ReservedJudgeCall>(
    `INSERT INTO judge_calls AS c
       (call_id, scoring_id, seat, provider, model, day, reserved_nano_usd, state, reserved_at)
     SELECT t.call_id, $1, t.seat, t.provider, t.model, ($2::timestamptz AT TIME ZONE 'UTC')::date, t.max_nano_usd, 'reserved', $2
     FROM unnest($3::text[], $4::int[], $5::text[], $6::text[], $7::numeric[]) AS t (call_id, seat, provider, model, max_nano_usd)
     ON CONFLICT ON CONSTRAINT judge_call_once DO UPDATE
       SET state = 'reserved', attempt = c.attempt + 1, day = EXCLUDED.day, reserved_nano_usd = EXCLUDED.reserved_nano_usd,
         fault = '', settled_nano_usd = NULL, settled_at = NULL, reserved_at = EXCLUDED.reserved_at
       WHERE c.state IN ('never_sent', 'refused') AND NOT c.is_final
     RETURNING seat, call_id AS "callId", attempt`,
    [
      ...[scoringId, now],
      seats.map(() => newId('judgeCall')),
      seats.map(({ seat }) => seat),
      seats.map(({ provider }) => provider),
      seats.map(({ model }) => model),
      seats.map(({ maxNanoUsd }) => maxNanoUsd),
    ],
  );
  if (rows.length !== seats.length) throw new NotReserved({ kind: 'elsewhere' });
  return rows;
}
