import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { LoginLimit } from '../../domain/management/login-limits.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';

/**
 * The login attempts of all processes together. Each attempt is counted before its password is checked, so that no
 * attempt bypasses a limit.
 */
export interface LoginLimitStore {
  /**
   * Counts an attempt in all of these limits, or in none if one of them is full. Then it returns the milliseconds until
   * the first full limit accepts an attempt.
   */
  count(limits: readonly LoginLimit[]): Promise<{ readonly retryAfterMs: number } | undefined>;
  /** Reverts the count of an attempt whose password was correct or was not checked. */
  takeBack(limits: readonly LoginLimit[]): Promise<void>;
}

/** An error that rolls back the counts of the transaction. */
class FullLimit extends Error {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('A limit is full.');
    this.retryAfterMs = retryAfterMs;
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
        if (error instanceof FullLimit) return { retryAfterMs: error.retryAfterMs };
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
 * Counts an attempt in one limit. The row stays locked until the end of the transaction, so that attempts of the same
 * name or network are counted one after the other.
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

/** Deletes rows of empty limits, except locked ones, so that no login waits here. */
async function forgetEmpty(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `DELETE FROM management_login_limits WHERE key IN (
       SELECT key FROM management_login_limits WHERE empty_at <= $1 ORDER BY empty_at LIMIT 100
       FOR UPDATE SKIP LOCKED
     )`,
    [now],
  );
}
