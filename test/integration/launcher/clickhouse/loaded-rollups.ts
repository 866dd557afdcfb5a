import { expect } from 'vitest';
import type { AnalyticsClient } from '../../../../analytics/analytics-client.ts';
import type { RollupBreadth } from '../../../../analytics/insight/plan/rollup-breadth.ts';
import { demoTraffic } from '../../../../launcher/demo/demo-traffic.ts';
import { FACT_COLUMNS, toFact, toFactRow, type FactTable } from '../../../../analytics/indexer/events/fact-rows.ts';
import { factBlock, insertFacts, type IndexedRow } from '../../../../analytics/indexer/loading/insert-facts.ts';
import {
  expectedLatency,
  expectedTraffic,
  ROLLUP_FIGURES,
  ROLLUP_UNITS,
  type PlacedFact,
  type RollupUnit,
  type Sums,
} from './rollup-reference.ts';

/** The columns that additionally identify rows of each breadth. */
const PLACES: Readonly<Record<RollupBreadth, readonly string[]>> = {
  environments: ['environment_id', 'release_id'],
  workspace: [],
};
const PREFIXES: Readonly<Record<RollupBreadth, string>> = { environments: '', workspace: 'workspace_' };
const BREADTHS = ['environments', 'workspace'] as const satisfies readonly RollupBreadth[];

/** Facts that are loaded under one token. */
export interface FactBatch {
  readonly batchId: bigint;
  readonly token: string;
  readonly facts: readonly PlacedFact[];
}

/** The largest amount of one effect. The sum of two such amounts needs more than 64 bits. */
const MAX_INT64 = (2n ** 63n - 1n).toString();

/** A few thousand facts, most of them of one environment, over 15 days and two calendar years. */
export function skewedFacts(): PlacedFact[] {
  const leaf = (number: number) => ({ applicationId: 'app_a', gatewayId: 'gw_a', environmentId: `env_${number}` });
  const events = demoTraffic({
    organizationId: 'org_a',
    workspaceId: 't_a',
    environments: [leaf(1), leaf(2), leaf(3)],
    now: new Date('2026-01-05T07:08:09.010Z'),
    requests: 1_200,
  });
  return events.flatMap((event, index) => {
    if (event.event === 'coverage_gap') return [];
    const fact = toFact(event);
    const { table } = fact;
    const row = toFactRow(fact);
    const odd = index % 17 === 0;
    if (table === 'cost_effects_v1' && odd) return [{ table, row: { ...row, nanos: MAX_INT64 }, seq: index + 1 }];
    if (table === 'request_terminals_v1' && odd) return [{ table, row: { ...row, total_ms: 0 }, seq: index + 1 }];
    return [{ table, row, seq: index + 1 }];
  });
}

/** Loads a batch as the indexer does, table after table. */
export async function loadBatch(client: AnalyticsClient, { facts, batchId, token }: FactBatch): Promise<void> {
  const tables = new Map<FactTable, [IndexedRow, ...IndexedRow[]]>();
  for (const { table, row, seq } of facts) {
    const placed = { index: seq, fact: { table, cells: FACT_COLUMNS[table].map((name) => row[name] ?? null) } };
    const rows = tables.get(table);
    if (rows === undefined) tables.set(table, [placed]);
    else rows.push(placed);
  }
  const batch = { batchId, firstSeq: 0n };
  for (const [table, rows] of tables) await insertFacts(client, token, table, factBlock(table, [{ batch, rows }]));
}

async function rollup(
  client: AnalyticsClient,
  table: string,
  keys: readonly string[],
  figures: readonly string[],
): Promise<Sums> {
  const sums = figures.map((name) => `toString(sum(${name}))`).join(', ');
  const result = await client.query({
    query: `SELECT ${keys.join(', ')}, ${sums}, toString(max(last_seq)) FROM ${table} GROUP BY ${keys.join(', ')}`,
    format: 'JSONCompactEachRow',
  });
  const rows = await result.json<unknown[]>();
  return Object.fromEntries(
    rows.map((row) => [JSON.stringify(row.slice(0, keys.length)), row.slice(keys.length) as string[]]),
  );
}

export interface ComparedRollups {
  readonly units?: readonly RollupUnit[];
  readonly breadths?: readonly RollupBreadth[];
}

/**
 * Compares every row of the rollups with the sums that plain code computes from the facts. An additional row is also a
 * difference.
 */
export async function expectRollups(
  client: AnalyticsClient,
  loaded: readonly PlacedFact[],
  { units = ROLLUP_UNITS, breadths = BREADTHS }: ComparedRollups = {},
): Promise<void> {
  for (const breadth of breadths) for (const unit of units) await expectRollup(client, loaded, unit, breadth);
}

async function expectRollup(
  client: AnalyticsClient,
  loaded: readonly PlacedFact[],
  unit: RollupUnit,
  breadth: RollupBreadth,
): Promise<void> {
  const [prefix, place] = [PREFIXES[breadth], PLACES[breadth]];
  const keys = (of: string): string[] => ['organization_id', 'workspace_id', of, 'period', ...place, 'purpose'];
  const trafficKeys = [...keys('facet'), 'facet_value', 'unserved'];
  const traffic = await rollup(client, `${prefix}traffic_by_${unit}_v1`, trafficKeys, ROLLUP_FIGURES);
  expect(traffic).toEqual(expectedTraffic(loaded, unit, breadth));
  const latencyKeys = [...keys('metric'), 'status', 'bucket'];
  const latency = await rollup(client, `${prefix}latency_by_${unit}_v1`, latencyKeys, ['samples']);
  expect(latency).toEqual(expectedLatency(loaded, unit, breadth));
}
