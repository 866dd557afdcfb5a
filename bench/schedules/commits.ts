import type pg from 'pg';

/** Transactions that the database of the pool has committed; its backends report at most a second late. */
export async function commits(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ commits: bigint }>(
    'SELECT xact_commit AS commits FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]?.commits ?? 0n);
}
