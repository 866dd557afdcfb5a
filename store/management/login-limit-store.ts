import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { LoginLimit } from '../../domain/management/login-limits.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';

/**
 * Attempts to log in, counted for all processes together. Each is counted before its password is looked at, so that
 * none slips by.
 */
export interface LoginLimitStore {
  /**
   * Counts an attempt in each of these, or in none: then the milliseconds after which there is room again in the first
   * that is full.
   */
  count(limits: readonly LoginLimit[]): Promise<{ readonly fullForMs: number } | undefined>;
  /** Takes an attempt back whose password was right, or not looked at. */
  takeBack(limits: readonly LoginLimit[]): Promise<void>;
}

/** Thrown to roll back what was counted before. */
class FullLimit extends Error {
  readonly fullForMs: number;

  constructor(fullForMs: number) {
    super('A limit is full.');
    this.fullForMs = fullForMs;
  }
}

export function createLoginLimitStore(pool: pg.Pool, clock: Clock): LoginLimitStore {
  return {
    async count(limits) {
      const now = clock.now();
      await forgetEmpty(pool, now);
      try {
        await inTransaction(pool, async (client) => {
          for (const limit of limits) await countOne(client, limit, now);
        });
        return undefined;
      } catch (error) {
        if (error instanceof FullLimit) return { fullForMs: error.fullForMs };
        throw error;
      }
    },

    async takeBack(limits) {
      for (const { key, forgottenMs } of limits) {
        await pool.query(
          `UPDATE management_login_limits SET empty_at = empty_at - $2::float8 * interval '1 ms' WHERE key = $1`,
          [key, forgottenMs],
        );
      }
    },
  };
}

const COUNT = `
  INSERT INTO management_login_limits AS known (key, empty_at) VALUES ($1, $2::timestamptz + $3::float8 * interval '1 ms')
  ON CONFLICT (key) DO UPDATE SET empty_at = greatest(known.empty_at, $2) + $3 * interval '1 ms'
  WHERE known.empty_at + $3 * interval '1 ms' <= $4::timestamptz
  RETURNING empty_at`;

/**
 * The row stays locked until the whole attempt is counted: attempts of the same name or network count one after
 * another.
 */
async function countOne(client: Queryable, { key, max, forgottenMs }: LoginLimit, now: Date): Promise<void> {
  const fullAt = now.getTime() + max * forgottenMs;
  const counted = await client.query<{ empty_at: Date }>(COUNT, [key, now, forgottenMs, new Date(fullAt)]);
  if (counted.rows.length > 0) return;
  const { rows } = await client.query<{ empty_at: Date }>(
    'SELECT empty_at FROM management_login_limits WHERE key = $1',
    [key],
  );
  throw new FullLimit(requireRow(rows).empty_at.getTime() + forgottenMs - fullAt);
}

/** Deletes rows that are empty by now, except locked ones: nobody waits for a row here. */
async function forgetEmpty(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `DELETE FROM management_login_limits WHERE key IN (
       SELECT key FROM management_login_limits WHERE empty_at <= $1 ORDER BY empty_at LIMIT 100
       FOR UPDATE SKIP LOCKED
     )`,
    [now],
  );
}
