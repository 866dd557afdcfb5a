import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { expect, it, onTestFinished } from 'vitest';
import { type OwnerProcess, startOwner } from './owner-process.ts';
import { onlyRow } from './test-database.ts';

const BATCHES = 40;
const ROWS = 500;
/** The batches during whose insert the process is killed. */
const KILLED_AT = [3, 11, 20, 33];

const clientOf = (owner: OwnerProcess): ClickHouseClient =>
  createClient({ url: owner.url, log: { level: ClickHouseLogLevel.OFF } });

function insertBatch(client: ClickHouseClient, batch: number): Promise<unknown> {
  return client.insert({
    table: 'facts',
    values: Array.from({ length: ROWS }, (_, row) => ({ batch, n: batch * ROWS + row })),
    format: 'JSONEachRow',
    clickhouse_settings: {
      async_insert: 0,
      insert_deduplication_token: `batch ${batch}`,
      deduplicate_blocks_in_dependent_materialized_views: 1,
    },
  });
}

it('keeps every acknowledged row through kill -9, and counts a repeated batch once, including its rollup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-durability-'));
  let owner = await startOwner(folder);
  onTestFinished(async () => {
    owner.child.kill('SIGKILL');
    await owner.exited;
    rmSync(folder, { recursive: true, force: true });
  });
  let client = clientOf(owner);
  const window = 'SETTINGS non_replicated_deduplication_window = 1000';
  await client.command({
    query: `CREATE TABLE facts (batch UInt32, n UInt64) ENGINE = MergeTree ORDER BY n ${window}`,
  });
  await client.command({
    query: `CREATE TABLE rollup (batch UInt32, rows UInt64, total UInt64) ENGINE = SummingMergeTree ORDER BY batch ${window}`,
  });
  await client.command({
    query:
      'CREATE MATERIALIZED VIEW v TO rollup AS SELECT batch, count() AS rows, sum(n) AS total FROM facts GROUP BY batch',
  });

  let lost = 0;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const insert = insertBatch(client, batch);
    if (KILLED_AT.includes(batch)) {
      // The kill happens between the upload and the answer, each time at another point.
      for (let turn = 0; turn < batch; turn += 1) await new Promise(setImmediate);
      owner.child.kill('SIGKILL');
    }
    const acknowledged = await insert.then(
      () => true,
      () => false,
    );
    if (!KILLED_AT.includes(batch)) {
      expect(acknowledged).toBe(true);
      continue;
    }
    lost += 1;
    await owner.exited;
    await client.close();
    owner = await startOwner(folder);
    client = clientOf(owner);
    const { batches } = await onlyRow<{ batches: string }>(
      client,
      `SELECT toString(countIf(rows = ${ROWS})) AS batches FROM (SELECT count() AS rows FROM facts WHERE batch < ${batch} GROUP BY batch)`,
    );
    expect(batches).toBe(String(batch));
    await insertBatch(client, batch);
    await insertBatch(client, batch);
  }
  expect(lost).toBe(KILLED_AT.length);

  const rows = String(BATCHES * ROWS);
  const total = String((BATCHES * ROWS * (BATCHES * ROWS - 1)) / 2);
  expect(await onlyRow(client, 'SELECT toString(count()) AS rows, toString(sum(n)) AS total FROM facts')).toEqual({
    rows,
    total,
  });
  expect(
    await onlyRow(client, 'SELECT toString(sum(rows)) AS rows, toString(sum(total)) AS total FROM rollup'),
  ).toEqual({
    rows,
    total,
  });
  await client.close();
});
