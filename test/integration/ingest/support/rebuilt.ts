import { deleteAllFacts } from '../../../../analytics/indexer/delete-all-facts.ts';
import { FACT_TABLES } from '../../../../analytics/indexer/events/fact-rows.ts';
import { MAX_READ_MS } from '../../../../analytics/statements/statement-runner.ts';
import { noFaultPoints } from '../../../../domain/kernel/fault-points.ts';
import { unloadFacts } from '../../../../maintenance/unload-facts.ts';
import { createIngestReloadStore } from '../../../../store/ingest/ingest-reload-store.ts';
import type { IngestWorld } from './ingest-world.ts';

/**
 * Every row of every table of facts, without batch numbers: a batch that died before its plan also consumes a number.
 */
export async function readAllFacts({ clickhouse }: Pick<IngestWorld, 'clickhouse'>): Promise<Record<string, object[]>> {
  const facts: Record<string, object[]> = {};
  for (const table of FACT_TABLES) {
    const query = `SELECT * EXCEPT batch_id FROM ${table} ORDER BY ALL`;
    const rows = await (await clickhouse.query({ query, format: 'JSONEachRow' })).json<object>();
    if (rows.length > 0) facts[table] = rows;
  }
  return facts;
}

/**
 * Marks everything as not loaded, so that the indexer loads it again. With `full`, the tables have facts, as in a
 * rebuild. With `empty`, they have none, as in a restore.
 */
export async function unloadAll({ clickhouse, pool }: IngestWorld, tables: 'full' | 'empty'): Promise<void> {
  if (tables === 'empty') await deleteAllFacts(clickhouse);
  const begun = Date.now();
  const reloads = createIngestReloadStore(pool, { now: () => new Date(begun - MAX_READ_MS) });
  // By this clock, reads that may be in flight have ended. There are no reads here.
  const clock = { now: () => new Date(begun) };
  await unloadFacts({ clickhouse, reloads, clock, faults: noFaultPoints });
}
