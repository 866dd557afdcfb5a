import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createInsightReader } from '../../../analytics/insight/insight-reader.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { MAX_VALUES_OF_KEY } from '../../../domain/insight/folded-values.ts';
import { openJournal } from '../../../journal/open-journal.ts';
import { createIndexProgressStore, type IndexProgressStore } from '../../../store/ingest/index-progress-store.ts';
import { createGatewayProcessStore } from '../../../store/gateway/gateway-process-store.ts';
import { createGatewayFleetStore } from '../../../store/installation/gateway-fleet-store.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { readScope } from '../../../testing/insight/question.ts';
import { silentLog } from '../../../testing/silent-log.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { indexJournal } from '../../../worker/indexing/index-journal.ts';
import { NO_COUNTERS } from '../../../worker/metrics/worker-counters.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from '../ingest/support/ingest-world.ts';

const FAILING = 'gateway-1.00000001.0123abcd.jsonl';
const OTHER = 'gateway-2.00000001.89abcdef.jsonl';
const SOURCE = `journal:${FAILING}`;
const START = Date.parse('2026-03-05T00:00:00.000Z');
const OVERVIEW: InsightQuery = {
  schema: 1,
  shape: 'overview',
  scope: {},
  from: '2024-01-01T00:00:00Z',
  to: '2025-01-01T00:00:00Z',
  metrics: ['requests.v1'],
};
const GAPS = ['ingest_gap:gateway_journal', 'ingest_gap:control_plane_outbox'];

let world: IngestWorld;
let progress: IndexProgressStore;
let seconds: number;
const clock = { now: () => new Date(START + seconds * 1_000) };

beforeEach(async () => {
  seconds = 0;
  world = await createIngestWorld();
  progress = createIndexProgressStore(world.pool, clock);
});
afterEach(() => world.drop());

function write(segment: string, numbers: readonly number[]): void {
  const events = numbers.flatMap((number) => requestEvents(world.scope, number));
  writeFileSync(join(world.folder, segment), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}

/** Runs a worker until the condition is true. */
async function indexUntil(isSo: () => Promise<boolean>, faultPoint?: string): Promise<void> {
  const stop = new AbortController();
  const work = indexJournal(
    {
      ...world,
      // Heartbeats are five seconds apart, and each read of the clock advances it by one second.
      clock: { now: () => new Date(START + (seconds += 1) * 1_000) },
      faultPoints: { reach: (name) => failAt(name, faultPoint) },
      journal: openJournal({ journalFolder: world.folder, journalStream: undefined }),
      settings: { journalFolder: world.folder, dimensionValuesPerKey: MAX_VALUES_OF_KEY },
      counters: NO_COUNTERS,
      instanceId: 'worker',
      log: silentLog,
    },
    stop.signal,
  );
  await waitUntil(isSo, 120);
  stop.abort();
  await work;
}

function failAt(name: string, point: string | undefined): void {
  if (name === point) throw new Error('died');
}

function ask(query: Partial<InsightQuery> = {}): Promise<InsightAnswer> {
  return answerTo({ ...OVERVIEW, ...query });
}

async function answerTo(query: InsightQuery): Promise<InsightAnswer> {
  const { clickhouse, pool } = world;
  const ingestState = createIngestStateStore(pool);
  const sealKey = 'a key of at least thirty-two characters';
  const scope = readScope({ organizationId: 'org_here', workspaceId: 't_here', environmentIds: ['env_here'] });
  const reader = createInsightReader({ clickhouse, ingestState, sealKey, clock });
  return (await reader.answer({ scope, query })).answer;
}

/** True if everything is read and loaded, within the seconds that a test takes to check. */
async function isCurrent(): Promise<boolean> {
  const rows = await world.rowCounts();
  // While a batch is not loaded, `waitingSince` is the time of its plan, even before the indexer records its progress.
  const unloaded = await world.ports.batches.unloaded();
  const { faults, waitingSince } = await progress.state();
  const waitedMs = waitingSince === undefined ? Infinity : clock.now().getTime() - waitingSince.getTime();
  return rows['request_admissions_v1'] !== undefined && unloaded.length + faults.length === 0 && waitedMs < 40_000;
}

const requestsIn = ({ groups }: InsightAnswer) => groups?.[0]?.cells[0]?.value;

it('reports nothing before any indexer has started', async () => {
  expect(await progress.state()).toEqual({ waitingSince: undefined, faults: [] });
  expect((await ask()).coverage).toEqual([]);
});

it('reports a source that cannot be read until it can be read, and earlier answers do not change', async () => {
  // Nothing is reported while traffic is read within seconds.
  write(OTHER, [1]);
  await indexUntil(isCurrent);
  expect(requestsIn(await ask())).toEqual({ state: 'available', number: '1', unit: 'count' });

  // The report names the failing batch and the reason.
  write(FAILING, [0]);
  await indexUntil(async () => (await progress.state()).faults[0]?.batchId !== undefined, 'indexer.after_plan');
  expect((await progress.state()).faults).toMatchObject([{ source: SOURCE, message: 'died', batchId: 2n }]);

  // Another source continues, and every figure discloses that the index does not advance.
  writeFileSync(join(world.folder, FAILING), '');
  write(OTHER, [1, 2]);
  await indexUntil(async () => (await world.rowCounts())['request_admissions_v1'] === 2);
  seconds += 60;
  const { faults, waitingSince } = await progress.state();
  expect(faults).toMatchObject([{ source: SOURCE, batchId: 2n }]);
  expect(faults[0]?.message).not.toBe('died');
  const overview = await ask();
  expect(requestsIn(overview)).toEqual({
    ...{ state: 'partial', number: '1', unit: 'count' },
    coverage: ['ingest_gap:gateway_journal'],
  });
  expect(overview.read_context.index_behind_since).toBe(waitingSince?.toISOString());
  const series = await ask({ shape: 'series', grain: 'month' });
  expect(series.groups?.map(({ cells }) => cells[0]?.value.state)).not.toContain('available');
  const { metrics: _, ...rows } = OVERVIEW;
  const drilldown = await answerTo({ ...rows, shape: 'drilldown', drilldown: 'request' });
  for (const { coverage, read_context: pin } of [overview, series, drilldown])
    expect([coverage, pin.coverage]).toEqual([GAPS, GAPS]);

  // The index is current again when the source can be read.
  write(FAILING, [0]);
  await indexUntil(isCurrent);
  const now = await ask();
  expect(requestsIn(now)).toEqual({ state: 'available', number: '3', unit: 'count' });
  expect([now.coverage, now.read_context.index_behind_since]).toEqual([[], undefined]);
  expect(await ask({ read_context: overview.read_context })).toEqual({ ...overview, minted: false });
});

it('discloses after a minute that a gateway is silent, until its calls are ended', async () => {
  write(OTHER, [1]);
  await indexUntil(isCurrent);
  const processes = createGatewayProcessStore(world.pool, clock);
  await processes.beat('proxy-a');
  const silentSince = clock.now().getTime();
  await indexUntil(isCurrent);
  expect((await ask()).coverage).toEqual([]);
  seconds += 61;
  await indexUntil(isCurrent);
  const { coverage, read_context: pin } = await ask();
  expect(coverage).toEqual(GAPS);
  expect(Date.parse(pin.index_behind_since ?? '')).toBe(silentSince);
  await processes.end('proxy-a');
  expect((await ask()).coverage).toEqual([]);
});

it('discloses nothing about a silent gateway that a person decommissioned', async () => {
  write(OTHER, [1]);
  await indexUntil(isCurrent);
  await createGatewayProcessStore(world.pool, clock).beat('proxy-b');
  seconds += 61;
  await indexUntil(isCurrent);
  expect((await ask()).coverage).toEqual(GAPS);
  expect(await createGatewayFleetStore(world.pool, clock).decommission('proxy-b')).toMatchObject({
    state: 'decommissioned',
  });
  expect((await ask()).coverage).toEqual([]);
});

it('is behind after a minute without an indexer', async () => {
  write(OTHER, [1]);
  await indexUntil(isCurrent);
  seconds += 61;
  expect((await ask()).coverage).toEqual(GAPS);
});
