import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createAnalyticsClient, type AnalyticsClient } from '../../../../analytics/analytics-client.ts';
import type { FactTable } from '../../../../analytics/indexer/events/fact-rows.ts';
import { isClickHouseMigrated, migrateClickHouse } from '../../../../analytics/migrate-clickhouse.ts';
import { expectRollups, loadBatch, skewedFacts, type ComparedRollups, type FactBatch } from './loaded-rollups.ts';
import { expectedTraffic, ROLLUP_FIGURES, type PlacedFact } from './rollup-reference.ts';

/** The migrations that create rollups. */
const MIGRATIONS = ['0002_rollups.sql', '0003_months.sql', '0010_workspaces.sql', '0014_dimension_sums.sql'];
const MONTHS = MIGRATIONS.slice(1, 2);
const WORKSPACES = MIGRATIONS.slice(2, 3);
const DIMENSIONS = MIGRATIONS.slice(3);

async function tablesOf(client: AnalyticsClient): Promise<string[]> {
  const result = await client.query({
    query: 'SELECT name FROM system.tables WHERE database = currentDatabase()',
    format: 'JSONEachRow',
  });
  return (await result.json<{ name: string }>()).map(({ name }) => name);
}

async function rollupsOf(client: AnalyticsClient): Promise<string[]> {
  const pattern = /^((workspace_)?(traffic|latency)|dimension_sums)_by_[a-z]+_v1$/;
  return (await tablesOf(client)).filter((name) => pattern.test(name));
}

/** Removes these migrations from the log of applied migrations. Their tables and views remain. */
async function forget(client: AnalyticsClient, names: readonly string[]): Promise<void> {
  await client.command({
    query: 'ALTER TABLE schema_migrations DELETE WHERE name IN {names: Array(String)}',
    query_params: { names },
  });
}

/** Rollups that were created after a batch had been interrupted. */
interface CutShort {
  readonly names: readonly string[];
  readonly made: RegExp;
  /** The number of tables and views. */
  readonly count: number;
  /** The rollups that then contain no row of that batch. */
  readonly compared: ComparedRollups;
}

describe('the rollups', () => {
  let client: AnalyticsClient;
  let url: URL;
  const facts = skewedFacts();
  const half = Math.floor(facts.length / 2);
  const early: FactBatch = { batchId: 1n, token: 'early', facts: facts.slice(0, half) };
  const late: FactBatch = { batchId: 2n, token: 'late', facts: facts.slice(half) };

  beforeAll(async () => {
    url = new URL(inject('clickhouseUrl'));
    url.pathname = `/rollups_${randomUUID().replaceAll('-', '')}`;
    await migrateClickHouse(url.href);
    client = createAnalyticsClient(url.href);
    await load(early);
  });
  /** True if facts other than those of the early batch are loaded. */
  let isLate = false;
  /**
   * Every case begins with only the early batch, because facts of a first failure would prevent a failure of the next
   * view.
   */
  beforeEach(async () => {
    if (isLate) await undo();
    isLate = false;
  });
  afterAll(async () => {
    await client.command({ query: `DROP DATABASE ${url.pathname.slice(1)} SYNC` });
    await client.close();
  });

  const load = (batch: FactBatch): Promise<void> => loadBatch(client, batch);
  const loadLate = (): Promise<void> => {
    isLate = true;
    return load(late);
  };
  const expectRollupsOf = (loaded: readonly PlacedFact[]): Promise<void> => expectRollups(client, loaded);

  async function rowsOf(table: FactTable): Promise<number> {
    const result = await client.query({ query: `SELECT count() AS rows FROM ${table}`, format: 'JSONEachRow' });
    return Number((await result.json<{ rows: string }>())[0]?.rows);
  }

  /** Makes a view fail for every block, and returns the function that repairs it. */
  async function breakView(view: string): Promise<() => Promise<void>> {
    const found = await client.query({
      query: 'SELECT as_select AS sql FROM system.tables WHERE database = currentDatabase() AND name = {view: String}',
      query_params: { view },
      format: 'JSONEachRow',
    });
    const [{ sql }] = (await found.json<{ sql: string }>()) as [{ sql: string }];
    const failing = sql.replace('organization_id,', 'if(throwIf(1) = 0, organization_id, organization_id) AS organization_id,'); // oxfmt-ignore
    await client.command({ query: `ALTER TABLE ${view} MODIFY QUERY ${failing}` });
    return async () => {
      await client.command({ query: `ALTER TABLE ${view} MODIFY QUERY ${sql}` });
    };
  }

  it('have the sums of the facts for every figure and facet, even beyond 64 bits', async () => {
    await expectRollupsOf(early.facts);
    const expected = expectedTraffic(early.facts, 'day', 'environments');
    const position = ROLLUP_FIGURES.indexOf('nanos');
    expect(Object.values(expected).some((sums) => BigInt(sums[position] ?? 0) > 2n ** 64n)).toBe(true);
  });

  it('do not change if a batch is repeated', async () => {
    await load(early);
    await expectRollupsOf(early.facts);
    expect(await rowsOf('attempts_v1')).toBe(early.facts.filter(({ table }) => table === 'attempts_v1').length);
  });

  it.each([
    'request_terminals_to_traffic_by_hour_v1',
    'traffic_by_hour_to_day_v1',
    'traffic_by_day_to_month_v1',
    'latency_by_hour_to_day_v1',
    'latency_by_day_to_month_v1',
    'traffic_by_hour_to_workspace_v1',
    'workspace_traffic_by_hour_to_day_v1',
    'latency_by_hour_to_workspace_v1',
    'workspace_latency_by_day_to_month_v1',
    'request_terminals_to_dimension_sums_by_day_v1',
    'cost_effects_to_dimension_sums_by_day_v1',
  ])('are complete after the repetition of an insert in which %s failed', async (view) => {
    const mend = await breakView(view);
    try {
      await expect(loadLate()).rejects.toThrow('throwIf');
    } finally {
      await mend();
    }
    await loadLate();
    await expectRollupsOf(facts);
  });

  /** Removes all facts except those of the early batch. */
  async function undo(): Promise<void> {
    const tables = ['request_admissions_v1', 'request_terminals_v1', 'attempts_v1', 'cost_effects_v1', 'feedback_verdicts_v1', 'release_markers_v1', 'protection_evaluations_v1']; // oxfmt-ignore
    for (const table of [...tables, ...(await rollupsOf(client))])
      await client.command({ query: `TRUNCATE TABLE ${table}` });
    await load(early);
  }

  it.each([
    ['all', MIGRATIONS],
    ['the months', MONTHS],
    ['those of workspaces', WORKSPACES],
    ['those by dimension', DIMENSIONS],
  ])('are filled once from existing facts, even if the migration of %s is repeated', async (_what, names) => {
    for (let times = 0; times < 2; times += 1) {
      expect(await isClickHouseMigrated(url.href)).toBe(true);
      await forget(client, names);
      expect(await isClickHouseMigrated(url.href)).toBe(false);
      await migrateClickHouse(url.href);
      await expectRollupsOf(early.facts);
    }
    await loadLate();
    await expectRollupsOf(facts);
  });

  it.each([
    ['all', { names: MIGRATIONS, made: /^(?!replaced).*_by_/, count: 32, compared: {} }],
    [
      'the months',
      {
        names: MONTHS,
        made: /^(traffic|latency).*_month_/,
        count: 4,
        compared: { units: ['month'], breadths: ['environments'], dimensions: false },
      },
    ],
    [
      'those of workspaces',
      {
        names: WORKSPACES,
        made: /workspace_/,
        count: 12,
        compared: { breadths: ['workspace'], dimensions: false },
      },
    ],
    [
      'those by dimension',
      { names: DIMENSIONS, made: /dimension_sums/, count: 6, compared: { units: [], breadths: [] } },
    ],
  ] satisfies [string, CutShort][])(
    'count a batch once that was cut short before %s were made and is repeated afterwards',
    async (_what, rollups) => {
      const old = new URL(url);
      old.pathname = `/rollups_${randomUUID().replaceAll('-', '')}`;
      await migrateClickHouse(old.href);
      const before = createAnalyticsClient(old.href);
      const tables = (await tablesOf(before)).filter((name) => rollups.made.test(name));
      expect(tables).toHaveLength(rollups.count);
      for (const name of tables) await before.command({ query: `DROP TABLE ${name} SYNC` });
      await forget(before, rollups.names);
      await loadBatch(before, early);
      await loadBatch(before, late);
      await migrateClickHouse(old.href, [late.batchId]);
      await expectRollups(before, early.facts, rollups.compared);
      await loadBatch(before, late);
      await expectRollups(before, facts);
      await before.command({ query: `DROP DATABASE ${old.pathname.slice(1)} SYNC` });
      await before.close();
    },
  );

  it('are reported missing before the first migration', async () => {
    const nowhere = new URL(url);
    nowhere.pathname = `/nowhere_${randomUUID().replaceAll('-', '')}`;
    expect(await isClickHouseMigrated(nowhere.href)).toBe(false);
    nowhere.pathname = '/default';
    expect(await isClickHouseMigrated(nowhere.href)).toBe(false);
  });
});
