import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnalyticsClient, type AnalyticsClient } from '../../analytics/client.ts';
import { insertFacts } from '../../analytics/indexer/insert-facts.ts';
import { migrateClickHouse } from '../../analytics/migrate.ts';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { startOwner } from '../../test/integration/launcher/clickhouse/owner-process.ts';
import { median } from '../reports/spread.ts';
import { generateBatches, type BenchBatch } from './generate-batches.ts';

/**
 * How fast parsed rows become facts with rollups, against inserts of the same objects by `client.insert` as JSONEachRow
 * into the same tables with the same views. Passes of both alternate, each into a database of its own, so that whatever
 * else the machine does falls on both; the ratio is that of the medians.
 *
 * `npm run bench:ingest -- [requests] [passes]`
 */
const program = createProgram(
  'npm run bench:ingest --',
  'Measures how fast parsed rows become facts with rollups, against inserts of the same objects as JSONEachRow.',
)
  .argument('[requests]', 'requests of the made traffic', positiveNumber, 60_000)
  .argument('[passes]', 'passes of each way', positiveNumber, 5)
  .parse();
const [requests, passes] = program.processedArgs as [number, number];

/** As the indexer inserts, but for format and token: a block per insert, so that both make the same parts. */
const JSON_SETTINGS = {
  async_insert: 0,
  min_insert_block_size_rows: '1000000000000',
  min_insert_block_size_bytes: '1000000000000',
  max_insert_block_size: '1000000000000',
  max_partitions_per_insert_block: '0',
  date_time_input_format: 'best_effort',
} as const;

type Loader = (client: AnalyticsClient, batch: BenchBatch) => Promise<void>;

async function asIndexer(client: AnalyticsClient, batch: BenchBatch): Promise<void> {
  await Promise.all([...batch.rows].map(([table, rows]) => insertFacts(client, batch.token, table, [{ batch, rows }])));
}

async function asJsonEachRow(client: AnalyticsClient, batch: BenchBatch): Promise<void> {
  for (const [table, rows] of batch.rows) {
    const values = rows.map(({ index, row }) => ({
      ...row,
      arrival_seq: (batch.firstSeq + BigInt(index)).toString(),
      batch_id: batch.batchId.toString(),
    }));
    await client.insert({ table, values, format: 'JSONEachRow', clickhouse_settings: JSON_SETTINGS });
  }
}

async function sumsOf(client: AnalyticsClient): Promise<unknown> {
  const query = `SELECT facet, sum(admitted), sum(ended), sum(succeeded), sum(attempts), toString(sum(total_tokens)),
      sum(effects), toString(sum(nanos)), max(last_seq), (SELECT sum(samples) FROM latency_by_day_v1)
    FROM traffic_by_day_v1 GROUP BY facet ORDER BY facet`;
  return (await client.query({ query, format: 'JSONCompactEachRow' })).json();
}

/** Loads every batch into a new database. Resolves to milliseconds and what the rollups then say. */
async function pass(serverUrl: string, name: string, load: Loader, batches: readonly BenchBatch[]) {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await migrateClickHouse(url.href);
  const client = createAnalyticsClient(url.href);
  try {
    const started = performance.now();
    for (const batch of batches) await load(client, batch);
    const ms = performance.now() - started;
    return { ms, sums: await sumsOf(client) };
  } finally {
    await client.command({ query: `DROP DATABASE ${name} SYNC` });
    await client.close();
  }
}

const batches = generateBatches(requests);
const rows = batches.reduce((sum, batch) => sum + [...batch.rows.values()].reduce((all, of) => all + of.length, 0), 0);
const folder = mkdtempSync(join(tmpdir(), 'truetally-bench-'));
const owner = await startOwner(folder);
const times = { indexer: [] as number[], json: [] as number[] };
try {
  for (let number = 0; number < passes; number += 1) {
    const json = await pass(owner.url, `json_${number}`, asJsonEachRow, batches);
    const indexer = await pass(owner.url, `indexer_${number}`, asIndexer, batches);
    assert.deepEqual(indexer.sums, json.sums);
    times.json.push(json.ms);
    times.indexer.push(indexer.ms);
  }
} finally {
  owner.child.kill('SIGTERM');
  await owner.exited;
  rmSync(folder, { recursive: true, force: true });
}
const perSecond = (ms: number): string => Math.round((rows / ms) * 1_000).toLocaleString('en');
console.log(`${rows} rows in ${batches.length} batches, ${passes} passes of each, medians:`);
console.log(`  JSONEachRow  ${perSecond(median(times.json))} rows/s`);
console.log(`  indexer      ${perSecond(median(times.indexer))} rows/s`);
console.log(`  ratio        ${(median(times.json) / median(times.indexer)).toFixed(2)}`);
