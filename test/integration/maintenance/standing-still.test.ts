import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compareFacts } from '../../../analytics/indexer/compare-facts.ts';
import { createInsightReader } from '../../../analytics/insight/insight-reader.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { createIngestReloadStore } from '../../../store/ingest/ingest-reload-store.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { readScope } from '../../../testing/insight/question.ts';
import { indexJournal } from '../ingest/support/index-journal.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';
import { readAllFacts, unloadAll } from '../ingest/support/rebuilt.ts';

/**
 * The state that an earlier version left when it stopped. Two loaded batches: calls with and without attempts, and hits
 * and refusals with a faulty line. One planned batch of hits and refusals, which it could not read again. More lines
 * after that.
 */
interface Fixture {
  readonly segment: string;
  readonly lines: readonly string[];
  readonly postgres: Readonly<Record<string, readonly object[]>>;
  readonly clickhouse: Readonly<Record<string, readonly object[]>>;
}
const FIXTURE = JSON.parse(
  readFileSync(new URL('../ingest/support/standing-still.json', import.meta.url), 'utf8'),
) as Fixture;

const QUERY: InsightQuery = {
  schema: 1,
  shape: 'overview',
  scope: {},
  from: '2026-03-01T00:00:00Z',
  to: '2026-04-01T00:00:00Z',
  metrics: ['requests.v1', 'outcomes.v1', 'provider_spend.v1', 'tokens.v1'],
};
const clock = { now: () => new Date('2026-03-05T00:00:00.000Z') };
const CALLS = 8;

let world: IngestWorld;
beforeEach(async () => {
  world = await createIngestWorld();
  writeFileSync(join(world.folder, FIXTURE.segment), FIXTURE.lines.map((line) => `${line}\n`).join(''));
  await world.pool.query('DELETE FROM ingest_arrival');
  for (const [table, rows] of Object.entries(FIXTURE.postgres)) {
    // A migration of a later version fills its own columns.
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].join(', ');
    await world.pool.query(
      `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
      [JSON.stringify(rows)],
    );
  }
  await world.pool.query("SELECT setval(pg_get_serial_sequence('ingest_batches', 'batch_id'), 100)");
  for (const [table, values] of Object.entries(FIXTURE.clickhouse))
    await world.clickhouse.insert({ table, values, format: 'JSONEachRow' });
});
afterEach(() => world.drop());

async function expectAll(): Promise<void> {
  const rows = { request_admissions_v1: CALLS, attempts_v1: 2, cost_effects_v1: 2, request_terminals_v1: CALLS };
  expect(await world.rowCounts()).toEqual(rows);
  const { differences } = await compareFacts(world.clickhouse, createIngestReloadStore(world.pool, clock));
  expect(differences).toEqual([]);
}

type Facts = Awaited<ReturnType<typeof readAllFacts>>;

/** The facts in a canonical order without the keys of their requests. */
function withoutKeys(facts: Facts): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(facts).map(([table, rows]) => [
      table,
      rows.map((row) => JSON.stringify({ ...row, key_id: undefined })).sort(),
    ]),
  );
}

/** The keys that the facts name, each once. */
function keysOf(facts: Facts): unknown[] {
  return [...new Set(Object.values(facts).flatMap((rows) => rows.map((row) => (row as { key_id: unknown }).key_id)))];
}

async function read(): Promise<InsightAnswer> {
  const ingestState = createIngestStateStore(world.pool);
  const { clickhouse } = world;
  const reader = createInsightReader({
    clickhouse,
    ingestState,
    sealKey: 'a key of at least thirty-two characters',
    clock,
  });
  const scope = readScope({ organizationId: 'org_here', workspaceId: 't_here', environmentIds: ['env_here'] });
  return (await reader.answer({ scope, query: QUERY })).answer;
}

it('continues where the earlier version stopped', async () => {
  expect(await world.rowCounts()).toMatchObject({ request_admissions_v1: 4 });
  expect(await indexJournal(world)).toEqual({ segments: 1, lines: 10, repeated: 0, quarantined: 0 });
  await expectAll();
});

it('is rebuilt and restored, and answers as before', async () => {
  await indexJournal(world);
  const [facts, answer] = [withoutKeys(await readAllFacts(world)), await read()];
  for (const tables of ['full', 'empty'] as const) {
    await unloadAll(world, tables);
    await indexJournal(world);
    await expectAll();
    const rebuilt = await readAllFacts(world);
    expect(withoutKeys(rebuilt)).toEqual(facts);
    // The earlier version wrote no key into its facts. The journal has the key of every call.
    expect(keysOf(rebuilt)).toEqual(['kid_1']);
    expect(await read()).toEqual(answer);
  }
  const figures = answer.groups![0]!.cells.map(({ metric, value }) => [
    metric,
    'number' in value ? value.number : undefined,
  ]);
  expect(figures).toEqual([
    ['requests.v1', '8'],
    ['outcomes.v1', '8'],
    ['provider_spend.v1', '24'],
    ['tokens.v1', '24'],
  ]);
});
