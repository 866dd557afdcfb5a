import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
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

interface Running {
  owner: OwnerProcess;
  client: AnalyticsClient;
}

/** An engine that has both batches, each part as it was inserted. */
async function startLoaded(folder: string): Promise<Running> {
  const owner = await startOwner(folder);
  const running = { owner, client: createAnalyticsClient(owner.url) };
  onTestFinished(async () => {
    await running.client.close();
    running.owner.child.kill('SIGKILL');
    await running.owner.exited;
    rmSync(folder, { recursive: true, force: true });
  });
  await migrateClickHouse(owner.url);
  await running.client.command({ query: 'SYSTEM STOP MERGES' });
  await loadBatch(running.client, BEFORE);
  await loadBatch(running.client, KILLED);
  return running;
}

/** Kills the engine, does something to its folder, and starts it again. */
async function killAndStart(running: Running, folder: string, meanwhile: () => void): Promise<void> {
  running.owner.child.kill('SIGKILL');
  await running.owner.exited;
  await running.client.close();
  meanwhile();
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

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'truetally-tokens-'));

it.each([
  'request_terminals_v1',
  'traffic_by_hour_v1',
  'traffic_by_day_v1',
  'traffic_by_month_v1',
  'latency_by_month_v1',
])('takes a batch once although the engine was killed with its token in the log of %s and no part', async (table) => {
  const folder = newFolder();
  const running = await startLoaded(folder);
  // The engine writes the token, then moves the part in place: this is its folder between the two.
  const last = await onlyRow<{ name: string; path: string }>(
    running.client,
    `SELECT name, path FROM system.parts
     WHERE database = 'truetally' AND table = '${table}' AND active ORDER BY max_block_number DESC LIMIT 1`,
  );
  await killAndStart(running, folder, () => rmSync(last.path, { recursive: true }));
  expect(running.owner.errors()).toBe(
    `The log of \`truetally\`.\`${table}\` held the deduplication token of ${last.name}, a part that never came: ` +
      'a kill had left it. It is taken out.\n',
  );
  await repeatAndCompare(running);

  await killAndStart(running, folder, () => undefined);
  expect(running.owner.errors()).toBe('');
  await repeatAndCompare(running);
});

it('knows every token although the engine was killed in the middle of a line of the log', async () => {
  const folder = newFolder();
  const running = await startLoaded(folder);
  const table = await onlyRow<{ path: string }>(
    running.client,
    "SELECT data_paths[1] AS path FROM system.tables WHERE database = 'truetally' AND name = 'traffic_by_day_v1'",
  );
  const log = join(table.path, 'deduplication_logs', 'deduplication_log_1.txt');
  await killAndStart(running, folder, () => appendFileSync(log, '1\t2025_9'));
  expect(running.owner.errors()).toBe(
    'The log of `truetally`.`traffic_by_day_v1` held half a line: a kill had left it. It is taken out.\n',
  );
  await repeatAndCompare(running);

  // What is inserted now stands in the log behind the place of the half line.
  const later: FactBatch = { batchId: 3n, token: 'later', facts: FACTS.slice(0, 50) };
  await loadBatch(running.client, later);
  await killAndStart(running, folder, () => undefined);
  await loadBatch(running.client, later);
  await expectRollups(running.client, [...FACTS, ...later.facts]);
});
