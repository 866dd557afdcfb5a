import { isClickHouseMigrated, migrateClickHouse } from '../analytics/migrate-clickhouse.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import { withLoadingPaused } from '../store/ingest/with-loading-paused.ts';
import { createIngestBatchStore } from '../store/ingest/ingest-batch-store.ts';
import { migratePostgres } from '../store/postgres/migrate-postgres.ts';
import { createIngestReloadStore } from '../store/ingest/ingest-reload-store.ts';
import { withMigrationLock } from '../store/postgres/with-migration-lock.ts';
import { createPool } from '../store/postgres/pool.ts';
import { isDeletionUnfinished, reloadMissingFacts } from './reload-missing-facts.ts';

/** Names of the migrations that this run applied, in order. */
export interface AppliedMigrations {
  readonly postgres: readonly string[];
  readonly clickhouse: readonly string[];
}

/**
 * Migrates the tables of Postgres and ClickHouse. It may run at any time, and several times concurrently. Reads
 * continue. Loading waits while ClickHouse has migrations to apply, because they fill new rollups from the existing
 * facts.
 */
export async function migrateStores(
  { databaseUrl, clickhouseUrl }: { readonly databaseUrl: string; readonly clickhouseUrl: string },
  clock: Clock,
): Promise<AppliedMigrations> {
  const postgres = await migratePostgres(databaseUrl);
  const pool = createPool(databaseUrl);
  try {
    const batches = createIngestBatchStore(pool, clock);
    const apply = async (): Promise<string[]> => migrateClickHouse(clickhouseUrl, await batches.unloaded());
    const reload = { clickhouseUrl, reloads: createIngestReloadStore(pool, clock), clock };
    const clickhouse = await withMigrationLock(databaseUrl, async () =>
      (await isClickHouseMigrated(clickhouseUrl)) && !(await isDeletionUnfinished(reload))
        ? apply()
        : withLoadingPaused(pool, clock, () => reloadMissingFacts(reload, apply)),
    );
    return { postgres, clickhouse };
  } finally {
    await pool.end();
  }
}
