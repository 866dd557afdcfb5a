import type pg from 'pg';
import { ValueShares } from '../../analytics/indexer/folding/value-shares.ts';
import { KnownRequests } from '../../analytics/indexer/recognition/known-requests.ts';
import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import { runIndexer } from '../../analytics/indexer/run-indexer.ts';
import { openControlPlaneLog } from '../../journal/open-control-plane-log.ts';
import type { Journal } from '../../journal/source/journal.ts';
import { importCopiesFolder } from '../../journal/files/kept-imports.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import { createControlPlaneEventStore } from '../../store/ingest/control-plane-event-store.ts';
import { createHeartbeatStore } from '../../store/installation/heartbeat-store.ts';
import { createIndexProgressStore } from '../../store/ingest/index-progress-store.ts';
import { createIngestBatchStore } from '../../store/ingest/ingest-batch-store.ts';
import { createIngestScopeStore } from '../../store/ingest/ingest-scope-store.ts';
import { createIngestSourceStore } from '../../store/ingest/ingest-source-store.ts';
import type { Configuration } from '../../runtime/configuration/configuration.ts';
import type { WorkerCounters } from '../metrics/worker-counters.ts';
import type { WorkerLog } from '../telemetry/worker-log.ts';
import { warnOfUnreadFiles } from './warn-of-unread-files.ts';

export interface IndexingParts {
  readonly pool: pg.Pool;
  readonly clickhouse: AnalyticsClient;
  readonly clock: Clock;
  readonly faultPoints: FaultPoints;
  readonly journal: Pick<Journal, 'logs'>;
  readonly settings: Pick<Configuration, 'journalFolder' | 'dimensionValuesPerKey'>;
  readonly instanceId: string;
  readonly log: WorkerLog;
  /** The counters of planned and loaded batches. */
  readonly counters: Pick<WorkerCounters, 'loaded' | 'planned'>;
}

/** Milliseconds between two heartbeats; rounds are far more frequent. */
const BEAT_MS = 5_000;

/** Loads the journal and the outbox of the control plane into the facts until the signal aborts. */
export async function indexJournal(parts: IndexingParts, signal: AbortSignal): Promise<void> {
  const { pool, clickhouse, clock, faultPoints, journal, instanceId, log, counters } = parts;
  const { journalFolder, dimensionValuesPerKey } = parts.settings;
  const heartbeats = createHeartbeatStore(pool, clock);
  const progress = createIndexProgressStore(pool, clock);
  let hasBegun = false;
  let beatenAt = 0;
  const tellUnread = warnOfUnreadFiles(journalFolder, log);
  await runIndexer({
    clickhouse,
    clock,
    faults: faultPoints,
    sources: createIngestSourceStore(pool, clock),
    batches: createIngestBatchStore(pool, clock),
    scopes: createIngestScopeStore(pool),
    knownRequests: new KnownRequests(clickhouse, {
      onFilled: (seconds) => log.info({ seconds }, 'loaded known requests into memory'),
    }),
    valueShares: new ValueShares(clickhouse, clock, { maxOfKey: dimensionValuesPerKey, onPlanned: counters.planned }),
    eventLogs: [openControlPlaneLog(createControlPlaneEventStore(pool)), ...journal.logs],
    importsFolder: importCopiesFolder(journalFolder),
    instanceId,
    log,
    signal,
    onStep: counters.loaded,
    onFault: (source, error) => progress.recordFault(source, error instanceof Error ? error.message : String(error)),
    onRound: async (completeThrough) => {
      const now = clock.now().getTime();
      if (Math.abs(now - beatenAt) < BEAT_MS) return;
      if (!hasBegun) await progress.begin();
      hasBegun = true;
      await heartbeats.beat('indexer', instanceId);
      if (completeThrough !== undefined) await progress.advance(completeThrough);
      await progress.removePastFaults();
      beatenAt = now;
      await tellUnread();
    },
  });
}
