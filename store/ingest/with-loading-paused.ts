import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { inTransaction } from '../postgres/pool.ts';

const POLL_MS = 100;

/**
 * Runs `work` while no process loads facts. The table of sources is locked, so every indexer and import, of any
 * version, waits before it takes or renews a lease. A batch that is being loaded is awaited. A dead loader blocks this
 * only until its lease ends after 20 s. Its batch stays planned and is repeated after the work. The loader loses its
 * lease, so that a slow one does not insert rows after the work that it made before.
 */
export async function withLoadingPaused<Result>(
  pool: pg.Pool,
  clock: Clock,
  work: () => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, async (client) => {
    // The transaction that holds the lock is idle during the work, which may take minutes.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query('LOCK TABLE ingest_sources IN EXCLUSIVE MODE');
    const isLoading = async (): Promise<boolean> => {
      const { rowCount } = await client.query(
        `SELECT FROM ingest_batches JOIN ingest_sources USING (source_id)
         WHERE loaded_at IS NULL AND lease_until > $1 LIMIT 1`,
        [clock.now()],
      );
      return rowCount === 1;
    };
    while (await isLoading()) await delay(POLL_MS);
    await client.query(
      `UPDATE ingest_sources SET lease_holder = NULL, lease_until = NULL
       WHERE source_id IN (SELECT source_id FROM ingest_batches WHERE loaded_at IS NULL)`,
    );
    return work();
  });
}
