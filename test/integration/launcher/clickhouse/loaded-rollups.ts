import { expect } from 'vitest';
import type { AnalyticsClient } from '../../../../analytics/analytics-client.ts';
import type { RollupBreadth } from '../../../../analytics/insight/plan/rollup-breadth.ts';
import type { Dimensions } from '../../../../contracts/ingest/dimensions/dimensions-schema.ts';
import type { FactEvent } from '../../../../contracts/ingest/events/traffic-event.ts';
import { demoTraffic } from '../../../../launcher/demo/demo-traffic.ts';
import { FACT_COLUMNS, toFact, toFactRow, type FactTable } from '../../../../analytics/indexer/events/fact-rows.ts';
import { factBlock, insertFacts, type IndexedRow } from '../../../../analytics/indexer/loading/insert-facts.ts';
import {
  expectedDimensionSums,
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

/** Tags whose keys or values need care somewhere: members of every object, separators, quotes, other scripts. */
const TAGS: readonly (readonly [key: string, value: string])[] = [
  ['plan', 'pro'],
  ['__proto__', 'constructor'],
  ['a.b', 'tag.a.b'],
  ['two words', 'it\'s `quoted` \\ "twice"'],
  ['ключ', 'Ünïcödé 🚀'],
];

/**
 * The dimensions of an event: those of its request, or in one of 23 events those of another request. A third of the
 * requests states none.
 */
function dimensionsOf(event: FactEvent, index: number): Dimensions | undefined {
  if (event.event === 'release_marker') return undefined;
  const request = Number(/\d+$/.exec(event.logical_request_id)?.[0]) + (index % 23 === 0 ? 1 : 0);
  if (request % 3 === 0) return undefined;
  const [key, value] = TAGS[request % TAGS.length]!;
  const isEven = request % 2 === 0;
  const stated: Record<string, string> = { user: `user ${request % 150}`, 'tag.team': isEven ? 'red' : 'blue' };
  stated[`tag.${key}`] = value;
  if (isEven) Object.assign(stated, { tenant: `tenant-${request % 7}`, feature: 'search', key: `kid_${request % 5}` });
  if (request % 5 === 0) Object.assign(stated, { agent: 'planner', step_class: 'tool_loop', tool: 'look up' });
  return stated;
}

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
    const fact = toFact(event, dimensionsOf(event, index));
    const { table } = fact;
    const row = toFactRow(fact);
    const odd = index % 17 === 0;
    if (table === 'cost_effects_v1' && odd) return [{ table, row: { ...row, nanos: MAX_INT64 }, seq: index + 1 }];
    if (table === 'request_terminals_v1' && odd) return [{ table, row: { ...row, total_ms: 0 }, seq: index + 1 }];
    return [{ table, row, seq: index + 1 }];
  });
}

/**
 * Cancellations of every tenth ending of these facts, each with the ending that it replaces. They state other
 * dimensions than the ending.
 *
 * @param firstSeq the arrival sequence of the first cancellation
 */
export function cancellationsOf(facts: readonly PlacedFact[], firstSeq: number): PlacedFact[] {
  const endings = facts.filter(({ table, row }) => table === 'request_terminals_v1' && row['status'] !== 'cancelled');
  return endings
    .filter((_, index) => index % 10 === 0)
    .flatMap(({ row, seq: replaced }, index): PlacedFact[] => {
      const seq = firstSeq + index;
      return [
        { table: 'request_terminals_v1', row: { ...row, status: 'cancelled', user: 'who cancels', tags: '' }, seq },
        { table: 'replaced_terminals_v1', row: { ...row, replaced_seq: replaced }, seq },
      ];
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
  /** False if the sums by dimension are not compared. */
  readonly dimensions?: boolean;
}

/**
 * Compares every row of the rollups with the sums that plain code computes from the facts. An additional row is also a
 * difference.
 */
export async function expectRollups(
  client: AnalyticsClient,
  loaded: readonly PlacedFact[],
  { units = ROLLUP_UNITS, breadths = BREADTHS, dimensions = true }: ComparedRollups = {},
): Promise<void> {
  for (const breadth of breadths) for (const unit of units) await expectRollup(client, loaded, unit, breadth);
  if (!dimensions) return;
  const keys = [...rowKeys('dimension', 'environments'), 'value'];
  const sums = await rollup(client, 'dimension_sums_by_day_v1', keys, ROLLUP_FIGURES);
  expect(sums).toEqual(expectedDimensionSums(loaded));
}

/** The first columns that identify the rows of a rollup. */
function rowKeys(of: string, breadth: RollupBreadth): string[] {
  return ['organization_id', 'workspace_id', of, 'period', ...PLACES[breadth], 'purpose'];
}

async function expectRollup(
  client: AnalyticsClient,
  loaded: readonly PlacedFact[],
  unit: RollupUnit,
  breadth: RollupBreadth,
): Promise<void> {
  const prefix = PREFIXES[breadth];
  const trafficKeys = [...rowKeys('facet', breadth), 'facet_value', 'unserved'];
  const traffic = await rollup(client, `${prefix}traffic_by_${unit}_v1`, trafficKeys, ROLLUP_FIGURES);
  expect(traffic).toEqual(expectedTraffic(loaded, unit, breadth));
  const latencyKeys = [...rowKeys('metric', breadth), 'status', 'bucket'];
  const latency = await rollup(client, `${prefix}latency_by_${unit}_v1`, latencyKeys, ['samples']);
  expect(latency).toEqual(expectedLatency(loaded, unit, breadth));
}
