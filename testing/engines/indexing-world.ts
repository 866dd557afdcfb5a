import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { ValueShares } from '../../analytics/indexer/folding/value-shares.ts';
import { KnownRequests } from '../../analytics/indexer/recognition/known-requests.ts';
import { createAnalyticsClient } from '../../analytics/analytics-client.ts';
import type { IndexerPorts } from '../../analytics/indexer/indexer-ports.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { noFaultPoints } from '../../domain/kernel/fault-points.ts';
import { startClickHouse } from '../../launcher/engines/start-clickhouse.ts';
import { startPostgres } from '../../launcher/engines/start-postgres.ts';
import { migrateStores } from '../../maintenance/migrate-stores.ts';
import { createIngestBatchStore } from '../../store/ingest/ingest-batch-store.ts';
import { createIngestScopeStore } from '../../store/ingest/ingest-scope-store.ts';
import { createIngestSourceStore } from '../../store/ingest/ingest-source-store.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { createTenancyNodeStore } from '../../store/tenancy/tenancy-node-store.ts';
import { freePorts } from '../processes/free-ports.ts';

/**
 * Separate engines for one program, with everything that an indexer needs. Their temporary folder is deleted with them.
 */
export interface IndexingWorld {
  readonly folder: string;
  /** The folder of the journal, which exists and is empty. */
  readonly journalFolder: string;
  readonly clock: Clock;
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
  readonly pool: pg.Pool;
  readonly ports: IndexerPorts;
  readonly postgresPid: number;
  readonly clickhousePid: number;
  /** Creates an organization with one environment. */
  makeScope(): Promise<
    Record<'organization_id' | 'workspace_id' | 'application_id' | 'gateway_id' | 'environment_id', string>
  >;
  /** Stops everything and deletes the data. */
  drop(): Promise<void>;
}

export async function createIndexingWorld(): Promise<IndexingWorld> {
  const clock = { now: () => new Date() };
  const folder = mkdtempSync(join(tmpdir(), 'truetally-indexing-'));
  // For root, another account runs Postgres and must be able to enter the folder.
  chmodSync(folder, 0o711);
  const journalFolder = join(folder, 'journal');
  mkdirSync(journalFolder);
  const [postgresPort = 0, clickhousePort = 0] = await freePorts(2);
  const report = (): void => undefined;
  const postgres = await startPostgres({
    folder: join(folder, 'postgres'),
    port: postgresPort,
    report,
    durable: false,
  });
  const engine = await startClickHouse({ folder: join(folder, 'clickhouse'), port: clickhousePort, report });
  await migrateStores({ databaseUrl: postgres.url, clickhouseUrl: engine.url }, clock);
  const pool = createPool(postgres.url);
  const clickhouse = createAnalyticsClient(engine.url);
  const nodes = createTenancyNodeStore(pool, clock);
  const ports = {
    clickhouse,
    clock,
    sources: createIngestSourceStore(pool, clock),
    batches: createIngestBatchStore(pool, clock),
    scopes: createIngestScopeStore(pool),
    knownRequests: new KnownRequests(clickhouse),
    valueShares: new ValueShares(clickhouse, clock),
    faults: noFaultPoints,
  };
  return {
    folder,
    journalFolder,
    clock,
    databaseUrl: postgres.url,
    clickhouseUrl: engine.url,
    pool,
    ports,
    postgresPid: postgres.pid,
    clickhousePid: engine.pid,
    async makeScope() {
      const make = async (
        kind: 'organization' | 'workspace' | 'application' | 'gateway' | 'environment',
        parentId?: string,
      ) => (await nodes.create(kind, { name: 'Bench', parentId })).id;
      const organization_id = await make('organization');
      const workspace_id = await make('workspace', organization_id);
      const application_id = await make('application', workspace_id);
      const gateway_id = await make('gateway', application_id);
      return {
        organization_id,
        workspace_id,
        application_id,
        gateway_id,
        environment_id: await make('environment', gateway_id),
      };
    },
    async drop() {
      await Promise.all([pool.end(), clickhouse.close()]);
      await engine.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
