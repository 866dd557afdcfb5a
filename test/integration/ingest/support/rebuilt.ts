import { emptyFacts } from '../../../../analytics/indexer/empty-facts.ts';
import { FACT_TABLES } from '../../../../analytics/indexer/events/fact-rows.ts';
import { MAX_READ_MS } from '../../../../analytics/statements/statement-runner.ts';
import { noFaultPoints } from '../../../../domain/kernel/fault-points.ts';
import { unloadFacts } from '../../../../maintenance/unload-facts.ts';
import { createIngestReloadStore } from '../../../../store/ingest/ingest-reload-store.ts';
import type { IngestWorld } from './ingest-world.ts';

/** Every row of every table of facts but the numbers of batches, which a batch that died before its plan takes too. */
export async function factsOf({ clickhouse }: Pick<IngestWorld, 'clickhouse'>): Promise<Record<string, object[]>> {
  const facts: Record<string, object[]> = {};
  for (const table of FACT_TABLES) {
    const query = `SELECT * EXCEPT batch_id FROM ${table} ORDER BY ALL`;
    const rows = await (await clickhouse.query({ query, format: 'JSONEachRow' })).json<object>();
    if (rows.length > 0) facts[table] = rows;
  }
  return facts;
}

/**
 * Takes back that anything is loaded: as a rebuild does, with tables that hold facts, or as a restore does, with empty
 * ones. The indexer loads it again.
 */
export async function unloadAll({ clickhouse, pool }: IngestWorld, tables: 'full' | 'empty'): Promise<void> {
  if (tables === 'empty') await emptyFacts(clickhouse);
  const begun = Date.now();
  const reloads = createIngestReloadStore(pool, { now: () => new Date(begun - MAX_READ_MS) });
  // Reads that may be under way are over by this clock: here there are none.
  const clock = { now: () => new Date(begun) };
  await unloadFacts({ clickhouse, reloads, clock, faults: noFaultPoints });
}
