import type pg from 'pg';

/** The number of committed transactions of the pool's database, with a delay of at most a second. */
export async function countCommits(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ commits: bigint }>(
    'SELECT xact_commit AS commits FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]?.commits ?? 0n);
}
