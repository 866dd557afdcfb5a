import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import { ValueShares } from '../../../../analytics/indexer/folding/value-shares.ts';
import { KnownRequests } from '../../../../analytics/indexer/recognition/known-requests.ts';
import { createAnalyticsClient, type AnalyticsClient } from '../../../../analytics/analytics-client.ts';
import type { IndexerPorts } from '../../../../analytics/indexer/indexer-ports.ts';
import { FACT_TABLES } from '../../../../analytics/indexer/events/fact-rows.ts';
import { createFactsTables } from '../../../../testing/engines/clickhouse-database.ts';
import type { RequestAdmitted } from '../../../../contracts/ingest/events/request-admitted.ts';
import type { TrafficEvent } from '../../../../contracts/ingest/events/traffic-event.ts';
import { noFaultPoints } from '../../../../domain/kernel/fault-points.ts';
import { createIngestBatchStore } from '../../../../store/ingest/ingest-batch-store.ts';
import { createIngestScopeStore } from '../../../../store/ingest/ingest-scope-store.ts';
import { createIngestSourceStore } from '../../../../store/ingest/ingest-source-store.ts';
import { createPool } from '../../../../store/postgres/pool.ts';
import { createTestDatabase } from '../../../../testing/engines/database.ts';

/** A separate control plane, ClickHouse database and folder for a test or a test file, with one environment. */
export interface IngestWorld {
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
  readonly pool: pg.Pool;
  readonly clickhouse: AnalyticsClient;
  readonly folder: string;
  readonly scope: RequestAdmitted['scope'];
  readonly ports: IndexerPorts;
  /** The numbers of rows by table name, without empty tables. */
  rowCounts(): Promise<Record<string, number>>;
  drop(): Promise<void>;
}

export async function createIngestWorld(): Promise<IngestWorld> {
  const database = await createTestDatabase(inject('databaseUrl'));
  const url = new URL(inject('clickhouseUrl'));
  const name = `ingest_${randomUUID().replaceAll('-', '')}`;
  url.pathname = `/${name}`;
  await createFactsTables(url.href);
  const pool = createPool(database.url);
  const clickhouse = createAnalyticsClient(url.href);
  const folder = mkdtempSync(join(tmpdir(), 'truetally-ingest-'));
  const clock = { now: () => new Date() };
  return {
    databaseUrl: database.url,
    clickhouseUrl: url.href,
    pool,
    clickhouse,
    folder,
    scope: await insertTenancy(pool),
    ports: {
      clickhouse,
      sources: createIngestSourceStore(pool, clock),
      batches: createIngestBatchStore(pool, clock),
      scopes: createIngestScopeStore(pool),
      knownRequests: new KnownRequests(clickhouse),
      valueShares: new ValueShares(clickhouse, clock),
      clock,
      faults: noFaultPoints,
    },
    rowCounts: () => countRows(clickhouse),
    async drop() {
      await clickhouse.command({ query: `DROP DATABASE ${name}` });
      await Promise.all([clickhouse.close(), pool.end()]);
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function countRows(clickhouse: AnalyticsClient): Promise<Record<string, number>> {
  const query = FACT_TABLES.map((table) => `SELECT '${table}' AS name, count() AS rows FROM ${table}`).join(
    ' UNION ALL ',
  );
  const rows = await (await clickhouse.query({ query, format: 'JSONEachRow' })).json<{ name: string; rows: string }>();
  return Object.fromEntries(rows.filter((row) => row.rows !== '0').map((row) => [row.name, Number(row.rows)]));
}

async function insertTenancy(pool: pg.Pool): Promise<IngestWorld['scope']> {
  const scope = {
    organization_id: 'org_here',
    workspace_id: 't_here',
    application_id: 'app_here',
    gateway_id: 'gw_here',
    environment_id: 'env_here',
  };
  const now = new Date();
  await pool.query("INSERT INTO organizations VALUES ('org_here', 'Here', $1)", [now]);
  await pool.query("INSERT INTO workspaces VALUES ('t_here', 'org_here', 'Here', $1)", [now]);
  await pool.query("INSERT INTO applications VALUES ('app_here', 't_here', 'Here', $1)", [now]);
  await pool.query("INSERT INTO gateways VALUES ('gw_here', 'app_here', 'Here', $1)", [now]);
  await pool.query("INSERT INTO environments VALUES ('env_here', 'gw_here', 'Here', $1)", [now]);
  return scope;
}

/** The events of a small request with one attempt and its price, in a separate month. */
export function requestEvents(scope: IngestWorld['scope'], number: number): TrafficEvent[] {
  const at = new Date(Date.UTC(2024, number, 3, 4, 5, 6)).toISOString();
  const id = `request-${number}`;
  const dimensions = { schema: 1, scope, purpose: 'application', logical_request_id: id } as const;
  const served = { provider_id: 'provider', provider_model: 'model' };
  return [
    { event: 'request_admitted', ...dimensions, admitted_at: at, streaming: false },
    {
      event: 'attempt',
      ...dimensions,
      ...served,
      attempt_id: `${id}-1`,
      ordinal: 1,
      role: 'primary',
      route_changed: false,
      output_state: 'complete',
      usage_source: 'provider',
      usage_known: true,
      input_tokens: 10,
      output_tokens: 5,
      total_tokens: 15,
      dispatched_at: at,
    },
    {
      event: 'cost_effect',
      ...dimensions,
      ...served,
      effect_id: `${id}-cost`,
      effect_kind: 'settlement',
      attempt_id: `${id}-1`,
      occurred_at: at,
      price_state: 'priced',
      nanos: String(1_000 + number),
    },
  ];
}
