import { ValueShares } from '../../../../analytics/indexer/folding/value-shares.ts';
import { KnownRequests } from '../../../../analytics/indexer/recognition/known-requests.ts';
import { createAnalyticsClient } from '../../../../analytics/analytics-client.ts';
import { runIndexer } from '../../../../analytics/indexer/run-indexer.ts';
import { openControlPlaneLog } from '../../../../journal/open-control-plane-log.ts';
import { openJournal } from '../../../../journal/open-journal.ts';
import { parseStreamAddress } from '../../../../journal/stream/stream-address.ts';
import { importCopiesFolder } from '../../../../journal/files/kept-imports.ts';
import { killAtFaultPoint } from '../../../../runtime/process/kill-at-fault-point.ts';
import { createControlPlaneEventStore } from '../../../../store/ingest/control-plane-event-store.ts';
import { createIngestBatchStore } from '../../../../store/ingest/ingest-batch-store.ts';
import { createIngestScopeStore } from '../../../../store/ingest/ingest-scope-store.ts';
import { createIngestSourceStore } from '../../../../store/ingest/ingest-source-store.ts';
import { createPool } from '../../../../store/postgres/pool.ts';

/** One pass of an indexer in a separate process, so that a test can kill it. Prints `done` and ends. */
const [databaseUrl = '', clickhouseUrl = '', folder = '', clockAheadMs = '0', streamUrl = ''] = process.argv.slice(2);
const clock = { now: () => new Date(Date.now() + Number(clockAheadMs)) };
const pool = createPool(databaseUrl);
const clickhouse = createAnalyticsClient(clickhouseUrl);
const journal = openJournal({ journalFolder: folder, journalStream: parseStreamAddress(streamUrl, undefined) });
const stop = new AbortController();

await runIndexer({
  clickhouse,
  sources: createIngestSourceStore(pool, clock),
  batches: createIngestBatchStore(pool, clock),
  scopes: createIngestScopeStore(pool),
  knownRequests: new KnownRequests(clickhouse),
  valueShares: new ValueShares(clickhouse, clock),
  clock,
  faults: killAtFaultPoint(process.env['TRUETALLY_FAULT_POINT']),
  eventLogs: [openControlPlaneLog(createControlPlaneEventStore(pool)), ...journal.logs],
  importsFolder: importCopiesFolder(folder),
  instanceId: `child-${process.pid}`,
  signal: stop.signal,
  log: { info: () => undefined, error: (fields, message) => console.error(message, fields) },
  onRound: () => {
    stop.abort();
    return Promise.resolve();
  },
});
await Promise.all([pool.end(), clickhouse.close(), journal.close()]);
console.log('done');
