import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createAnalyticsClient, type AnalyticsClient } from '../../../../analytics/analytics-client.ts';
import { migrateClickHouse } from '../../../../analytics/migrate-clickhouse.ts';
import { expectRollups, loadBatch, skewedFacts, type FactBatch } from './loaded-rollups.ts';
import { type OwnerProcess, startOwner } from './owner-process.ts';
import { onlyRow } from './test-database.ts';

const FACTS = skewedFacts()
  .filter(({ table }) => table === 'request_terminals_v1')
  .slice(0, 200);
const HALF = Math.ceil(FACTS.length / 2);
const BEFORE: FactBatch = { batchId: 1n, token: 'before', facts: FACTS.slice(0, HALF) };
const KILLED: FactBatch = { batchId: 2n, token: 'killed', facts: FACTS.slice(HALF) };

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'truetally-tokens-'));

interface Running {
  owner: OwnerProcess;
  client: AnalyticsClient;
}

/** The location of a table's newest part below the folder of the engine, and the folder of the table. */
interface PlacedTable {
  readonly name: string;
  readonly newestPart: string;
  readonly part: string;
  readonly folder: string;
}

/**
 * The folder of an engine that was killed with both batches, with each part as it was inserted. Every test gets a
 * separate copy.
 */
let loaded: string;
let tables: Map<string, PlacedTable>;

beforeAll(async () => {
  loaded = newFolder();
  const owner = await startOwner(loaded);
  const client = createAnalyticsClient(owner.url);
  try {
    await migrateClickHouse(owner.url);
    await client.command({ query: 'SYSTEM STOP MERGES' });
    await loadBatch(client, BEFORE);
    await loadBatch(client, KILLED);
    const answer = await client.query({
      query: `SELECT table AS name, argMax(parts.name, max_block_number) AS newestPart,
          argMax(parts.path, max_block_number) AS part, any(data_paths[1]) AS folder
        FROM system.parts AS parts JOIN system.tables AS tables ON tables.database = parts.database AND tables.name = table
        WHERE parts.database = 'truetally' AND active GROUP BY table`,
      format: 'JSONEachRow',
    });
    tables = new Map((await answer.json<PlacedTable>()).map((table) => [table.name, table]));
  } finally {
    await client.close();
    owner.child.kill('SIGKILL');
    await owner.exited;
  }
});
afterAll(() => rmSync(loaded, { recursive: true, force: true }));

/**
 * Changes a copy of the folder with both batches, and starts an engine on it. The location of `table` is in that copy.
 */
async function startAfter(
  name: string,
  damage: (table: PlacedTable) => void,
): Promise<{ running: Running; folder: string; table: PlacedTable }> {
  const folder = newFolder();
  // Pipes cannot be copied. The next engine removes the pipes of a killed engine.
  cpSync(loaded, folder, { recursive: true, filter: (path) => basename(path) !== 'transit' });
  const { part, folder: tableFolder, ...found } = tables.get(name)!;
  const here = (path: string): string => join(folder, relative(loaded, path));
  const table = { ...found, part: here(part), folder: here(tableFolder) };
  damage(table);
  const owner = await startOwner(folder);
  const running = { owner, client: createAnalyticsClient(owner.url) };
  onTestFinished(async () => {
    await running.client.close();
    running.owner.child.kill('SIGKILL');
    await running.owner.exited;
    rmSync(folder, { recursive: true, force: true });
  });
  return { running, folder, table };
}

async function killAndStart(running: Running, folder: string): Promise<void> {
  running.owner.child.kill('SIGKILL');
  await running.owner.exited;
  await running.client.close();
  running.owner = await startOwner(folder);
  running.client = createAnalyticsClient(running.owner.url);
}

async function repeatAndCompare({ client }: Running): Promise<void> {
  for (const batch of [KILLED, KILLED, BEFORE]) await loadBatch(client, batch);
  await expectRollups(client, FACTS);
  expect(await onlyRow(client, 'SELECT toString(count()) AS terminals FROM request_terminals_v1')).toEqual({
    terminals: String(FACTS.length),
  });
}

it.each([
  'request_terminals_v1',
  'traffic_by_hour_v1',
  'traffic_by_day_v1',
  'traffic_by_month_v1',
  'latency_by_month_v1',
  'workspace_traffic_by_hour_v1',
  'dimension_sums_by_day_v1',
])(
  'loads a batch once although the engine was killed with its token in the log of %s and without its part',
  async (table) => {
    // The engine writes the token, and then moves the part to its location. This is the folder between the two steps.
    const started = await startAfter(table, ({ part }) => rmSync(part, { recursive: true }));
    const { running, folder } = started;
    expect(running.owner.errors()).toBe(
      `The log of \`truetally\`.\`${table}\` contained the deduplication token of the missing part ${started.table.newestPart}, ` +
        'left by a kill. This start removed it.\n',
    );
    await repeatAndCompare(running);

    await killAndStart(running, folder);
    expect(running.owner.errors()).toBe('');
    await repeatAndCompare(running);
  },
);

it('keeps every token although the engine was killed in the middle of a log line', async () => {
  const { running, folder } = await startAfter('traffic_by_day_v1', (table) =>
    appendFileSync(join(table.folder, 'deduplication_logs', 'deduplication_log_1.txt'), '1\t2025_9'),
  );
  expect(running.owner.errors()).toBe(
    'The log of `truetally`.`traffic_by_day_v1` contained an incomplete line, left by a kill. This start removed it.\n',
  );
  await repeatAndCompare(running);

  // A new insert is in the log after the position of the incomplete line.
  const later: FactBatch = { batchId: 3n, token: 'later', facts: FACTS.slice(0, 50) };
  await loadBatch(running.client, later);
  await killAndStart(running, folder);
  await loadBatch(running.client, later);
  await expectRollups(running.client, [...FACTS, ...later.facts]);
});
