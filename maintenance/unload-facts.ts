import { setTimeout as sleep } from 'node:timers/promises';
import type { AnalyticsClient } from '../analytics/analytics-client.ts';
import { deleteAllFacts, hasFacts } from '../analytics/indexer/delete-all-facts.ts';
import { MAX_READ_MS } from '../analytics/statements/statement-runner.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import type { FaultPoints } from '../domain/kernel/fault-points.ts';
import type { IngestReloadStore } from '../store/ingest/ingest-reload-store.ts';

export interface UnloadingParts {
  readonly clickhouse: AnalyticsClient;
  readonly reloads: IngestReloadStore;
  readonly clock: Clock;
  readonly faults: FaultPoints;
}

/**
 * Empties the tables of ClickHouse and marks all batches as not loaded, so that the indexer loads them again. Reads are
 * refused from the first step on. If ClickHouse holds facts, earlier reads are first given time to end. After a crash
 * at any point, call it again; until then no read is answered. Call it while nothing loads.
 */
export async function unloadFacts({ clickhouse, reloads, clock, faults }: UnloadingParts): Promise<void> {
  await reloads.beginEmptying();
  faults.reach('rebuild.emptying');
  if (await hasFacts(clickhouse)) {
    const { emptyingSince = clock.now() } = await reloads.state();
    const outlasted = emptyingSince.getTime() + MAX_READ_MS;
    await sleep(Math.max(0, outlasted - clock.now().getTime()));
  }
  await deleteAllFacts(clickhouse);
  faults.reach('rebuild.emptied');
  await reloads.unloadAll();
  faults.reach('rebuild.unloaded');
}
