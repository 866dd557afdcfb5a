import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createAnalyticsClient } from '../../../../analytics/analytics-client.ts';
import { migrateClickHouse } from '../../../../analytics/migrate-clickhouse.ts';
import { expectRollups, loadBatch, skewedFacts, type FactBatch } from './loaded-rollups.ts';
import { startOwner } from './owner-process.ts';

/**
 * The first batch of each pair is loaded without a failure, which measures its duration. The second is killed during
 * its load.
 */
const PAIRS = 6;

it('keeps the rollups equal to the facts if the engine dies in an insert with views', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-rollups-'));
  let owner = await startOwner(folder);
  let client = createAnalyticsClient(owner.url);
  onTestFinished(async () => {
    await client.close();
    owner.child.kill('SIGKILL');
    await owner.exited;
    rmSync(folder, { recursive: true, force: true });
  });
  await migrateClickHouse(owner.url);
  const facts = skewedFacts();
  const size = Math.ceil(facts.length / (2 * PAIRS));
  const batchOf = (number: number): FactBatch => ({
    batchId: BigInt(number),
    token: `batch-${number}`,
    facts: facts.slice(number * size, (number + 1) * size),
  });

  let halved = 0;
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const started = performance.now();
    await loadBatch(client, batchOf(2 * pair));
    const wholeMs = performance.now() - started;

    const dying = batchOf(2 * pair + 1);
    const acknowledged = loadBatch(client, dying).then(
      () => true,
      () => false,
    );
    // Each kill is in another phase of the load, including the middle of every table's insert.
    await sleep((wholeMs * (pair + 0.5)) / PAIRS);
    owner.child.kill('SIGKILL');
    if (!(await acknowledged)) halved += 1;
    await owner.exited;
    await client.close();
    owner = await startOwner(folder);
    client = createAnalyticsClient(owner.url);

    for (let time = 0; time < 2; time += 1) await loadBatch(client, dying);
    const loaded = facts.slice(0, (2 * pair + 2) * size);
    await expectRollups(client, loaded);
    const result = await client.query({
      query:
        'SELECT (SELECT count() FROM request_terminals_v1) AS terminals, (SELECT count() FROM attempts_v1) AS attempts',
      format: 'JSONEachRow',
    });
    const rows = (table: string): string => String(loaded.filter((fact) => fact.table === table).length);
    expect(await result.json()).toEqual([{ terminals: rows('request_terminals_v1'), attempts: rows('attempts_v1') }]);
  }
  expect(halved).toBeGreaterThan(PAIRS / 2);
});
