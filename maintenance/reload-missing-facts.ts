import { createAnalyticsClient } from '../analytics/analytics-client.ts';
import { isClickHouseNew } from '../analytics/migrate-clickhouse.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import { noFaultPoints } from '../domain/kernel/fault-points.ts';
import type { IngestReloadStore } from '../store/ingest/ingest-reload-store.ts';
import { unloadFacts } from './unload-facts.ts';

export interface FactReloadParts {
  readonly clickhouseUrl: string;
  readonly reloads: IngestReloadStore;
  readonly clock: Clock;
}

/** True if a process died while it emptied tables; reads are refused since then. */
export async function isDeletionUnfinished({ reloads }: Pick<FactReloadParts, 'reloads'>): Promise<boolean> {
  return (await reloads.state()).emptyingSince !== undefined;
}

/**
 * Migrates ClickHouse. If a new, empty ClickHouse has replaced one that held facts, everything is marked to be loaded
 * again: its empty tables must not be reported as missing traffic. Call it while nothing loads.
 */
export async function reloadMissingFacts<Result>(
  parts: FactReloadParts,
  migrate: () => Promise<Result>,
): Promise<Result> {
  const { clickhouseUrl, reloads, clock } = parts;
  const isGone = (await isClickHouseNew(clickhouseUrl)) && (await reloads.sources()).length > 0;
  if (isGone) await reloads.beginEmptying();
  const migrated = await migrate();
  if (await isDeletionUnfinished(parts)) {
    const clickhouse = createAnalyticsClient(clickhouseUrl);
    try {
      await unloadFacts({ clickhouse, reloads, clock, faults: noFaultPoints });
    } finally {
      await clickhouse.close();
    }
  }
  return migrated;
}
