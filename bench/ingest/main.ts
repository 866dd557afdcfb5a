import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createAnalyticsClient, type AnalyticsClient } from '../../analytics/analytics-client.ts';
import { ValueShares } from '../../analytics/indexer/folding/value-shares.ts';
import { KnownRequests } from '../../analytics/indexer/recognition/known-requests.ts';
import { factLine, LINES_PER_TURN, type FactLine } from '../../analytics/indexer/events/read-batch.ts';
import { decideBatch, type DecisionPorts } from '../../analytics/indexer/planning/decide-batch.ts';
import { insertFacts } from '../../analytics/indexer/loading/insert-facts.ts';
import { toFactRow, type Fact, type FactTable } from '../../analytics/indexer/events/fact-rows.ts';
import type { NativeBlock } from '../../analytics/native/insert-block.ts';
import { migrateClickHouse } from '../../analytics/migrate-clickhouse.ts';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { startClickHouse } from '../../launcher/engines/start-clickhouse.ts';
import { readCounters } from '../insights/traffic-meter.ts';
import { freePorts } from '../../testing/processes/free-ports.ts';
import { cpuMs } from '../reports/cpu-meter.ts';
import { median } from '../reports/spread.ts';
import type { BatchInPlanning } from '../../store/ingest/planning/batch-plan.ts';
import { generateBatches, type BenchBatch } from './generate-batches.ts';

/**
 * Measures the speed from parsed events to facts with rollups, each counted once. It is compared with inserts of the
 * same rows by `client.insert` as JSONEachRow into the same tables and views, without a check for earlier events.
 * Passes of both alternate, each into a new database, so that other work of the machine affects both. The ratio is that
 * of the medians.
 *
 * `npm run bench:ingest -- [requests] [passes] [--known <facts>] [--dimensions]`
 */
const program = createProgram(
  'npm run bench:ingest --',
  'Measures how fast parsed rows are loaded as facts with rollups, against inserts of the same objects as JSONEachRow.',
)
  .argument('[requests]', 'requests of the generated traffic', positiveNumber, 100_000)
  .argument('[passes]', 'passes of each contender', positiveNumber, 5)
  .option('--known <facts>', 'facts of other requests that are already known', positiveNumber)
  .option('--dimensions', 'requests state one of 100,000 users, and one of 1,000 tags')
  .parse();
const [requests, passes] = program.processedArgs as [number, number];
const { known, dimensions = false } = program.opts<{ known?: number; dimensions?: true }>();
/** The database of known facts, whose parts the passes share. */
const KNOWN = 'known';

/**
 * The settings of the indexer's inserts, except for format and token: one block per insert, so that both create the
 * same parts.
 */
const JSON_SETTINGS = {
  async_insert: 0,
  optimize_on_insert: 0,
  min_insert_block_size_rows: '1000000000000',
  min_insert_block_size_bytes: '1000000000000',
  max_insert_block_size: '1000000000000',
  max_partitions_per_insert_block: '0',
  date_time_input_format: 'best_effort',
} as const;

/**
 * A way to load all batches. Its input is created before the measured time and released after it, so that its memory
 * affects no other way.
 */
type Way = (batches: readonly BenchBatch[], client: AnalyticsClient) => Promise<() => Promise<void>>;

/**
 * The way of the indexer, as in an import that has planned some batches already. The known requests are in memory.
 * While a batch is loaded, the next one is planned and written as blocks, and the one after it is read.
 */
const asIndexer: Way = async (all, clickhouse) => {
  const knownRequests = new KnownRequests(clickhouse);
  const valueShares = new ValueShares(clickhouse, { now: () => new Date() });
  await knownRequests.fill(all[0]?.firstSeq ?? 0n);
  return async () => {
    let reading = linesOf(all[0]);
    let loading = Promise.resolve();
    for (const [at, batch] of all.entries()) {
      const facts = await reading;
      reading = linesOf(all[at + 1]);
      const [blocks] = await Promise.all([plan({ clickhouse, knownRequests, valueShares }, batch, facts), loading]);
      loading = load(clickhouse, batch, blocks);
    }
    await loading;
  };
};

async function plan(
  ports: DecisionPorts,
  batch: BenchBatch,
  facts: readonly FactLine[],
): Promise<ReadonlyMap<FactTable, NativeBlock>> {
  const { blocks } = await decideBatch(ports, inPlanning(batch), { facts, declaredGaps: [], faulty: [] });
  ports.knownRequests.addPlanned(batch, batch.lineCount);
  ports.valueShares.addPlanned(batch, batch.lineCount);
  return blocks;
}

function inPlanning({ batchId, firstSeq }: BenchBatch): BatchInPlanning {
  return {
    ...{ batchId, firstSeq },
    planned: (ids) => Promise.resolve(new Map(ids.map((id) => [id, { isLoaded: true }]))),
    isAllIdentified: () => Promise.resolve(true),
  };
}

/** The lines of a batch, with the same pauses as a reader of lines. */
async function linesOf(batch: BenchBatch | undefined): Promise<FactLine[]> {
  const lines: FactLine[] = [];
  for (const { index, event, fact } of batch?.facts ?? []) {
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) await nextTurn();
    lines.push(factLine(index, '', event, fact));
  }
  return lines;
}

async function load(
  client: AnalyticsClient,
  batch: BenchBatch,
  blocks: ReadonlyMap<FactTable, NativeBlock>,
): Promise<void> {
  await Promise.all([...blocks].map(([table, block]) => insertFacts(client, batch.token, table, block)));
}

const asJsonEachRow: Way = (all, client) => {
  const inserts = all.flatMap((batch) => {
    const tables = [...new Set(batch.facts.map(({ fact }) => fact.table))];
    const rowsOf = (table: FactTable) =>
      batch.facts.flatMap(({ index, fact }) => (fact.table === table ? [{ index, row: jsonRowOf(fact) }] : []));
    return tables.map((table) => ({ batch, table, rows: rowsOf(table) }));
  });
  return Promise.resolve(async () => {
    for (const { batch, table, rows } of inserts) {
      const values = rows.map(({ index, row }) => ({
        ...row,
        arrival_seq: (batch.firstSeq + BigInt(index)).toString(),
        batch_id: batch.batchId.toString(),
      }));
      await client.insert({ table, values, format: 'JSONEachRow', clickhouse_settings: JSON_SETTINGS });
    }
  });
};

/** A row as JSONEachRow accepts it: with tags as an object. */
function jsonRowOf(fact: Fact): object {
  const { tags = '', ...row } = toFactRow(fact);
  const texts = String(tags).split('\t');
  const pairs = texts.flatMap((text, place) => (place % 2 === 1 ? [[texts[place - 1], text]] : []));
  return { ...row, ...(pairs.length > 0 && { tags: Object.fromEntries(pairs) as object }) };
}

async function sumsOf(client: AnalyticsClient): Promise<unknown> {
  const query = `SELECT facet, sum(admitted), sum(ended), sum(succeeded), sum(attempts), toString(sum(total_tokens)),
      sum(effects), toString(sum(nanos)), max(last_seq), (SELECT sum(samples) FROM latency_by_day_v1),
      (SELECT sum(ended) FROM dimension_sums_by_day_v1)
    FROM traffic_by_day_v1 GROUP BY facet ORDER BY facet`;
  return (await client.query({ query, format: 'JSONCompactEachRow' })).json();
}

/** Loads every batch into a new database. Resolves to the times in milliseconds and the sums of the rollups. */
async function pass(serverUrl: string, name: string, way: Way, batches: readonly BenchBatch[]) {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await migrateClickHouse(url.href);
  const client = createAnalyticsClient(url.href);
  try {
    if (known !== undefined) {
      for (const table of ['event_identities_v1', 'known_requests_v1']) {
        await client.command({ query: `ALTER TABLE ${table} ATTACH PARTITION ALL FROM ${KNOWN}.${table}` });
      }
    }
    const loadAll = await way(batches, client);
    globalThis.gc?.();
    const started = performance.now();
    const [ours, engines] = [cpuMs(process.pid) ?? 0, cpuMs(engine.pid) ?? 0];
    await loadAll();
    const ms = performance.now() - started;
    const engineMs = (cpuMs(engine.pid) ?? 0) - engines;
    // The engine is a child of this process.
    const nodeMs = (cpuMs(process.pid) ?? 0) - ours - engineMs;
    return { ms, nodeMs, engineMs, sums: await sumsOf(client) };
  } finally {
    await client.command({ query: `DROP DATABASE ${name} SYNC` });
    await client.close();
  }
}

/** Creates a database with a number of known facts, five per request, in merged parts. */
async function makeKnown(serverUrl: string, facts: number): Promise<void> {
  const url = new URL(serverUrl);
  url.pathname = `/${KNOWN}`;
  await migrateClickHouse(url.href);
  const client = createAnalyticsClient(url.href);
  const step = (2n ** 64n / BigInt(Math.ceil(facts / 5))).toString();
  for (let part = 0; part < 8; part += 1) {
    await client.command({
      query: `INSERT INTO event_identities_v1
        SELECT 'org_other', 't_other', intDiv(number, 5) * ${step} + ${part}, sipHash64(number), sipHash64(number, 1),
          1000000000 + intDiv(number, 50000), toDateTime('2026-01-01 00:00:00', 'UTC') + intDiv(number, 100)
        FROM numbers(${Math.floor(facts / 5)} * 5) WHERE intDiv(number, 5) % 8 = ${part}
        SETTINGS max_execution_time = 0, max_insert_threads = 1, min_insert_block_size_rows = 10000000`,
      clickhouse_settings: { max_execution_time: 0 },
    });
  }
  await client.close();
}

/**
 * Measures the search for a batch among all known requests on an idle machine: medians of rows, bytes and milliseconds.
 */
async function measureLooks(serverUrl: string): Promise<Record<'rows' | 'bytes' | 'ms' | 'fillMs', number>> {
  const url = new URL(serverUrl);
  url.pathname = `/${KNOWN}`;
  const client = createAnalyticsClient(url.href);
  const measured: Record<'rows' | 'bytes' | 'ms', number>[] = [];
  for (const batch of batches) {
    const lines = await linesOf(batch);
    const before = await readCounters(client);
    const began = performance.now();
    await new KnownRequests(client).among(inPlanning(batch), lines);
    const ms = performance.now() - began;
    const { rows: read, bytes } = await readCounters(client);
    measured.push({ rows: read - before.rows, bytes: bytes - before.bytes, ms });
  }
  const began = performance.now();
  await new KnownRequests(client).fill(0n);
  const fillMs = performance.now() - began;
  await client.close();
  const medianOf = (name: 'rows' | 'bytes' | 'ms'): number => median(measured.map((each) => each[name]));
  return { rows: medianOf('rows'), bytes: medianOf('bytes'), ms: medianOf('ms'), fillMs };
}

const batches = generateBatches(requests, dimensions);
const rows = batches.reduce((sum, { facts }) => sum + facts.length, 0);
const folder = mkdtempSync(join(tmpdir(), 'truetally-bench-'));
const [port = 0] = await freePorts(1);
const engine = await startClickHouse({ folder, port, report: () => undefined });
const passed: Record<'json' | 'indexer', Awaited<ReturnType<typeof pass>>[]> = { json: [], indexer: [] };
try {
  if (known !== undefined) {
    await makeKnown(engine.url, known);
    const { rows: read, bytes, ms, fillMs } = await measureLooks(engine.url);
    const [a, b, c, d] = [read, bytes, ms, fillMs].map((figure) => Math.round(figure).toLocaleString('en'));
    console.log(
      `known before ${known.toLocaleString('en')}; a look for a batch reads ${a} rows, ${b} bytes, and takes ${c} ms; ` +
        `to keep their requests in memory takes ${d} ms, once`,
    );
  }
  for (let number = 0; number < passes; number += 1) {
    const json = await pass(engine.url, `json_${number}`, asJsonEachRow, batches);
    const indexer = await pass(engine.url, `indexer_${number}`, asIndexer, batches);
    assert.deepEqual(indexer.sums, json.sums);
    passed.json.push(json);
    passed.indexer.push(indexer);
  }
} finally {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
}
const summarize = (of: 'json' | 'indexer'): { ms: number; line: string } => {
  const [ms, node, engine] = (['ms', 'nodeMs', 'engineMs'] as const).map((name) =>
    median(passed[of].map((each) => each[name])),
  ) as [number, number, number];
  const perMillion = (cpu: number): string => ((cpu / rows) * 1_000).toFixed(1);
  const perSecond = Math.round((rows / ms) * 1_000).toLocaleString('en');
  return {
    ms,
    line: `${perSecond} rows/s; processor seconds for a million rows: ${perMillion(node)} here, ${perMillion(engine)} in the engine`,
  };
};
const [json, indexer] = [summarize('json'), summarize('indexer')];
console.log(`${rows} rows in ${batches.length} batches, ${passes} passes of each, medians:`);
console.log(`  JSONEachRow  ${json.line}`);
console.log(`  indexer      ${indexer.line}`);
console.log(`  ratio        ${(json.ms / indexer.ms).toFixed(2)}`);
