import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importFile } from '../../../../analytics/indexer/import-file.ts';
import { createGapStore, type KnownGap } from '../../../../store/ingest/gap-store.ts';
import { createIngestBatchStore } from '../../../../store/ingest/ingest-batch-store.ts';
import { createQuarantineStore, type QuarantineCounts } from '../../../../store/ingest/quarantine-store.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from '../support/ingest-world.ts';

const START = new Date('2026-03-05T10:00:00.000Z');
const MONTH_MS = 31 * 86_400_000;

let world: IngestWorld;
let now: Date;
const clock = { now: () => now };

beforeEach(async () => {
  now = START;
  world = await createIngestWorld();
  await world.pool.query("INSERT INTO environments VALUES ('env_other', 'gw_here', 'Other', $1)", [START]);
  await world.pool.query("INSERT INTO organizations VALUES ('org_next', 'Next', $1)", [START]);
  await world.pool.query("INSERT INTO workspaces VALUES ('t_next', 'org_next', 'Next', $1)", [START]);
});
afterEach(() => world.drop());

type Bounds = NonNullable<Parameters<typeof createIngestBatchStore>[2]>;

/** Loads refused lines of an environment as one batch; resolves to the lines that are stored. */
async function refuse(name: string, bounds: Bounds, scope: object, instants: readonly string[]): Promise<string[]> {
  const [event] = requestEvents(world.scope, 1);
  const lines = instants.map((admittedAt, index) => {
    const of = { ...event, scope: { ...world.scope, ...scope }, logical_request_id: `${name} ${index}` };
    return JSON.stringify({ ...of, admitted_at: admittedAt, surprise: 'x'.repeat(3_000) });
  });
  const path = join(world.folder, name);
  writeFileSync(path, lines.join('\n'));
  const ports = { ...world.ports, clock, batches: createIngestBatchStore(world.pool, clock, bounds) };
  const work = { path, holder: name, onProgress: () => undefined, onWaiting: () => undefined };
  const { totals } = await importFile(ports, work);
  expect(totals.quarantined).toBe(instants.length);
  const { rows } = await world.pool.query<{ id: string }>(
    `SELECT substring(line_start FROM '"logical_request_id":"([^"]+)"') AS id FROM ingest_quarantine
     WHERE line_start LIKE $1 ORDER BY arrival_seq`,
    [`%"${name} %`],
  );
  return rows.map(({ id }) => id);
}

function counts(): Promise<QuarantineCounts> {
  return createQuarantineStore(world.pool, clock).counts();
}

const at = (hour: number): string => new Date(Date.UTC(2026, 1, 1, hour)).toISOString();
const five = [0, 1, 2, 3, 4].map(at);

it('stores quarantined texts within the shares of their environment and organization, and counts the others', async () => {
  const { room } = await counts();
  expect(room).toEqual({ keptBytes: 0, beyondShares: 0 });
  const bounds = { maxBytes: 16_000, maxGaps: 1_000 };
  // A single environment gets four fifths of four fifths. Another environment of the organization gets the rest of the
  // organization's share.
  expect(await refuse('one', bounds, {}, five)).toEqual(['one 0', 'one 1', 'one 2', 'one 3']);
  expect(await refuse('other', bounds, { environment_id: 'env_other' }, five)).toEqual(['other 0']);
  // The lines of others do not reduce another organization's share.
  const next = { organization_id: 'org_next', workspace_id: 't_next', environment_id: 'env_next' };
  expect(await refuse('next', bounds, next, five)).toEqual(['next 0']);
  const after = await counts();
  expect(after).toMatchObject({ total: 15, today: 15, room: { beyondShares: 9 } });
  expect(after.room.keptBytes).toBeGreaterThan(6 * 2_200);
  expect(after.room.keptBytes).toBeLessThanOrEqual(16_000);
  now = new Date(START.getTime() + MONTH_MS);
  expect((await counts()).room).toEqual({ keptBytes: 0, beyondShares: 0 });
  expect(await refuse('later', bounds, {}, five)).toEqual(['later 0', 'later 1', 'later 2', 'later 3']);
});

it('discloses complete days if an environment has too many gaps, once each', async () => {
  const list = (closed = false): Promise<KnownGap[]> =>
    createGapStore(world.pool, clock).list({ workspaceId: 't_here', closed, before: undefined, limit: 1_000 });
  const bounds = { maxBytes: 1_000_000, maxGaps: 12 };
  // Ten gaps leave room for only two more.
  await refuse('before', bounds, {}, [...Array(10).keys()].map(at));
  const seen = (await list())[0]!.gapId;
  const added = async () =>
    (await list())
      .filter(({ gapId }) => gapId > seen)
      .map(({ from, to, reason, lines }) => [from.toISOString(), to.toISOString(), reason, lines]);
  const march = (day: number, hour: number): string => new Date(Date.UTC(2026, 2, day, hour)).toISOString();
  const day = [march(1, 0), march(2, 0), 'more than 10000 gaps', 0];
  await refuse('many', bounds, {}, [march(1, 3), march(1, 5), march(1, 9)]);
  expect(await added()).toEqual([day]);
  await refuse('more', bounds, {}, [march(1, 4), march(1, 6), march(2, 0)]);
  expect(await added()).toEqual([[march(2, 0), march(3, 0), 'more than 10000 gaps', 0], day]);
  // Gaps that were closed long ago make capacity available.
  for (const { gapId, environmentId } of await list())
    if (environmentId === 'env_here') await createGapStore(world.pool, clock).close(gapId, 'seen');
  now = new Date(now.getTime() + MONTH_MS);
  await refuse('reopened', bounds, {}, [march(1, 7)]);
  expect(await added()).toEqual([[march(1, 7), '2026-03-01T07:00:00.001Z', 'wrong_shape', 1]]);
});

describe('declared times', () => {
  const reason = 'more than 10000 gaps';

  /** Loads declarations of the workspace as one batch. */
  async function declare(name: string, maxGaps: number, spans: readonly (readonly [from: string, to: string])[]) {
    const scope = { organization_id: 'org_next', workspace_id: 't_next' };
    const gap = { event: 'coverage_gap', schema: 1, scope, producer_class: 'gateway_journal' };
    const lines = spans.map(([from, to]) => JSON.stringify({ ...gap, from, to, reason: 'moving house' }));
    const path = join(world.folder, name);
    writeFileSync(path, lines.join('\n'));
    const bounds = { maxBytes: 1_000_000, maxGaps };
    const ports = { ...world.ports, clock, batches: createIngestBatchStore(world.pool, clock, bounds) };
    await importFile(ports, { path, holder: name, onProgress: () => undefined, onWaiting: () => undefined });
  }

  async function declared(): Promise<unknown[]> {
    const { rows } = await world.pool.query<{ from: Date; to: Date; reason: string }>(
      `SELECT gap_from AS from, gap_to AS to, reason FROM ingest_gaps
       WHERE workspace_id = 't_next' AND cause = 'declared' ORDER BY gap_from, gap_to`,
    );
    return rows.map(({ from, to, ...row }) => [
      from.toISOString().slice(0, 16),
      to.toISOString().slice(0, 16),
      row.reason,
    ]);
  }

  it('are stored once each, and as complete days, months and years if there are too many', async () => {
    const one = ['2030-05-06T01:00:00Z', '2030-05-06T02:00:00Z'] as const;
    await declare('one', 100, [one, one]);
    await declare('again', 100, [one]);
    const kept = ['2030-05-06T01:00', '2030-05-06T02:00', 'moving house'];
    expect(await declared()).toEqual([kept]);
    const many = Array.from({ length: 50 }, (_, index): [string, string] => {
      const minute = String(index).padStart(2, '0');
      return [`2031-01-01T03:${minute}:00Z`, `2031-01-01T04:${minute}:00Z`];
    });
    const longer = [
      ['2031-02-03T00:00:00Z', '2031-02-05T00:00:00Z'],
      ['2031-02-04T00:00:00Z', '2031-02-07T00:00:00Z'],
      ['2032-12-31T23:00:00Z', '2034-01-01T00:00:00Z'],
      ['2033-03-01T00:00:00Z', '2033-05-01T00:00:00Z'],
    ] as const;
    const wholes = [
      ['2031-01-01T00:00', '2031-01-02T00:00', reason],
      ['2031-02-01T00:00', '2031-03-01T00:00', reason],
      ['2032-01-01T00:00', '2033-01-01T00:00', reason],
      ['2033-01-01T00:00', '2034-01-01T00:00', reason],
    ];
    await declare('many', 12, [...many, ...longer]);
    expect(await declared()).toEqual([kept, ...wholes]);
    await declare('more', 2, [...many.map(([from]): [string, string] => [from, '2031-01-01T09:00:00Z']), ...longer]);
    expect(await declared()).toEqual([kept, ...wholes]);
  });
});
