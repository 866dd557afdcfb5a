import { randomUUID } from 'node:crypto';
import { createAnalyticsClient, type AnalyticsClient } from '../../analytics/analytics-client.ts';
import { hashToDigits, hashText, hashRequest } from '../../analytics/indexer/events/event-hash.ts';
import { ERASED_TABLES } from '../../analytics/retention/erase-before.ts';
import { createFactsTables } from '../engines/clickhouse-database.ts';

/** The columns of a fact; absent ones get the column's default. */
export type FactColumns = Readonly<Record<string, string | number | boolean>>;

/** The columns of a fact that may state tags, which are an object. */
export type TaggedColumns = Readonly<Record<string, FactColumns[string] | Readonly<Record<string, string>>>>;

/** A separate database of facts. */
export interface FactsDatabase {
  readonly client: AnalyticsClient;
  /** Inserts facts by table. */
  insert(facts: Readonly<Record<string, readonly TaggedColumns[]>>): Promise<void>;
  drop(): Promise<void>;
}

/** The default dimensions of a fact: the one environment of a workspace, indexed early. */
const DIMENSIONS: FactColumns = {
  organization_id: 'org_a',
  workspace_id: 't_a',
  application_id: 'app_a',
  gateway_id: 'gw_a',
  environment_id: 'env_a',
  purpose: 'application',
  arrival_seq: '10',
};

/** The identity by which a fact of a request is looked up. */
function identityOf(table: string, fact: FactColumns, index: number): FactColumns[] {
  const [, timeBase = ''] = ERASED_TABLES.find(([name]) => name === table) ?? [];
  const { organization_id, workspace_id, logical_request_id: request, [timeBase]: occurred_at } = fact;
  if (typeof request !== 'string' || occurred_at === undefined) return [];
  const request_hash = hashToDigits(hashRequest(String(workspace_id), request));
  const event_hash = hashToDigits(hashText(`${table} ${index} ${request}`));
  return [
    {
      organization_id,
      workspace_id,
      request_hash,
      event_hash,
      occurred_at: String(occurred_at).slice(0, 19),
    } as FactColumns,
  ];
}

/** Creates an empty, migrated database on the server under test. */
export async function createFactsDatabase(clickhouseUrl: string): Promise<FactsDatabase> {
  const url = new URL(clickhouseUrl);
  url.pathname = `/insight_${randomUUID().replaceAll('-', '')}`;
  await createFactsTables(url.href);
  const client = createAnalyticsClient(url.href);
  return {
    client,
    async insert(facts) {
      const identities: FactColumns[] = [];
      for (const [table, rows] of Object.entries(facts)) {
        const values = rows.map((row) => ({ ...DIMENSIONS, ...row }));
        await client.insert({ table, values, format: 'JSONEachRow' });
        // No column of an identity is an object.
        identities.push(...values.flatMap((row, index) => identityOf(table, row as FactColumns, index)));
      }
      await client.insert({ table: 'event_identities_v1', values: identities, format: 'JSONEachRow' });
    },
    async drop() {
      await client.command({ query: `DROP DATABASE ${url.pathname.slice(1)} SYNC` });
      await client.close();
    },
  };
}
