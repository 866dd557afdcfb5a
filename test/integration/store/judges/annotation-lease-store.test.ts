import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AnnotationCandidate } from '../../../../domain/judges/annotation.ts';
import type { LabelDesign } from '../../../../domain/judges/label-design.ts';
import {
  createAnnotationLeaseStore,
  type AnnotationLeaseStore,
} from '../../../../store/judges/annotation-lease-store.ts';
import { createExclusionStore } from '../../../../store/insight/exclusion-store.ts';
import { createRetentionStore } from '../../../../store/insight/retention-store.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

const ADMITTED = new Date('2026-03-01T00:00:00.000Z');
const SINCE = new Date('2026-02-01T00:00:00.000Z');
const EXPIRES = new Date('2026-03-02T09:00:00.000Z');
const STARVED: LabelDesign = { strategy: 'starved_segments', probability: null };

let world: StoreWorld;
let leases: AnnotationLeaseStore;
beforeAll(async () => {
  world = await openStoreWorld();
  leases = createAnnotationLeaseStore(world.pool, world.clock);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set('2026-03-02T08:00:00.000Z');
  await world.pool.query('TRUNCATE annotation_leases, annotation_skips, annotator_progress');
});

function rows(count: number, change: Partial<AnnotationCandidate> = {}): AnnotationCandidate[] {
  return Array.from({ length: count }, (_, index) => ({
    workspaceId: 't_1',
    environmentId: 'env_1',
    requestId: `r${index}`,
    admittedAt: ADMITTED,
    segment: '',
    labelledBy: [],
    rank: 0,
    ...change,
  }));
}

/** The ids of the requests that an annotator gets. */
async function claim(
  annotator: string,
  candidates: readonly AnnotationCandidate[],
  { max = 10, overlap = 1, expiresAt = EXPIRES, design = STARVED } = {},
): Promise<string[]> {
  const leased = await leases.lease(candidates, { annotator, overlap, max, expiresAt, design, since: SINCE });
  return leased.map(({ requestId }) => requestId);
}

it('leases the first free rows in order, each to one annotator', async () => {
  expect(await claim('ada', rows(5), { max: 2 })).toEqual(['r0', 'r1']);
  expect(await claim('grace', rows(5), { max: 2 })).toEqual(['r2', 'r3']);
  expect(await claim('ada', rows(5), { max: 2 })).toEqual(['r4']);
  expect(await claim('ada', rows(5))).toEqual([]);
  expect(await claim('ada', rows(1, { workspaceId: 't_2' }))).toEqual(['r0']);
});

it('states the design of a current lease, by person, and of no other', async () => {
  const design: LabelDesign = { strategy: 'random', probability: 0.25 };
  await claim('grace hopper', rows(1), { design, overlap: 2 });
  await claim('ada', rows(2), { overlap: 2 });
  const label = (annotator: string, requestId = 'r0', workspaceId = 't_1') => ({ workspaceId, requestId, annotator });
  const asked = [label('Grace  Hopper'), label('ada'), label('ada', 'r1'), label('linus'), label('ada', 'r1', 't_2')];
  expect(await leases.designs(asked)).toEqual([design, STARVED, STARVED, undefined, undefined]);
  expect(await leases.designs([])).toEqual([]);
  await world.pool.query('UPDATE annotation_leases SET strategy = NULL, probability = NULL WHERE annotator = $1', [
    'ada',
  ]);
  expect(await leases.designs(asked.slice(0, 2))).toEqual([design, undefined]);
  world.clock.set('2026-03-02T09:00:00.000Z');
  expect(await leases.designs(asked.slice(0, 2))).toEqual([undefined, undefined]);
});

it('leases nothing that reads exclude, and nothing before the horizon of its workspace', async () => {
  const { workspaceId, applicationId, gatewayId, environmentId } = await makeTenancy(world);
  const other = await makeTenancy(world);
  const exclusions = createExclusionStore(world.pool, world.clock);
  const own = rows(1, { workspaceId, environmentId });
  const isOffered = async (): Promise<boolean> => {
    await world.pool.query('TRUNCATE annotation_leases');
    return (await claim('ada', own)).length === 1;
  };
  const [from, to] = [ADMITTED, new Date('2026-03-01T01:00:00.000Z')];
  for (const nodeId of [workspaceId, applicationId, gatewayId, environmentId]) {
    const { exclusionId } = await exclusions.add({ nodeId, from, to, reason: 'a test' });
    expect([nodeId, await isOffered()]).toEqual([nodeId, false]);
    await exclusions.remove(exclusionId);
    expect(await isOffered()).toBe(true);
  }
  // Exclusions of another time and of another tenancy.
  await exclusions.add({ nodeId: workspaceId, from: to, to: new Date('2026-03-01T02:00:00.000Z'), reason: 'later' });
  await exclusions.add({ nodeId: other.environmentId, from, to, reason: 'elsewhere' });
  expect(await isOffered()).toBe(true);

  const retention = createRetentionStore(world.pool);
  await retention.move(workspaceId, ADMITTED);
  expect(await isOffered()).toBe(true);
  await retention.move(workspaceId, new Date('2026-03-02T00:00:00.000Z'));
  expect(await isOffered()).toBe(false);
});

it('offers a row again when its lease ends, and not a millisecond before', async () => {
  expect(await claim('ada', rows(1))).toEqual(['r0']);
  world.clock.set('2026-03-02T08:59:59.999Z');
  expect(await claim('grace', rows(1))).toEqual([]);
  world.clock.set('2026-03-02T09:00:00.000Z');
  const later = new Date('2026-03-02T10:00:00.000Z');
  expect(await claim('ada', rows(1), { expiresAt: later })).toEqual(['r0']);
});

it('leases a row to the permitted number of people, to no one twice, and counts its labeller once', async () => {
  const two = { overlap: 2 };
  expect([await claim('ada', rows(1), two), await claim('ada', rows(1), two)]).toEqual([['r0'], []]);
  expect([await claim('grace', rows(1), two), await claim('linus', rows(1), two)]).toEqual([['r0'], []]);
  expect(await claim('linus', rows(1), { overlap: 3 })).toEqual(['r0']);
  await world.pool.query('TRUNCATE annotation_leases');
  expect(await claim('ada', rows(1, { labelledBy: ['grace', 'linus'] }), two)).toEqual([]);
  expect(await claim('ada', rows(1, { labelledBy: ['grace'] }), two)).toEqual(['r0']);
  // Ada has labelled the request and still has its lease. She counts as one of two people, not twice.
  await world.pool.query('TRUNCATE annotation_leases');
  await claim('ada', rows(1), two);
  expect(await claim('grace', rows(1, { labelledBy: ['ada'] }), two)).toEqual(['r0']);
});

it('takes released rows back, and offers skipped ones only to others', async () => {
  await claim('ada', rows(3));
  expect(await leases.release('grace', ['r0'], false)).toBe(0);
  expect(await leases.release('ada', ['r0', 'nobody'], false)).toBe(1);
  expect(await leases.release('ada', ['r1'], true)).toBe(1);
  expect(await leases.release('ada', ['r1'], true)).toBe(0);
  expect(await claim('ada', rows(3))).toEqual(['r0']);
  expect(await claim('grace', rows(3))).toEqual(['r1']);
  world.clock.set('2026-03-02T09:00:00.000Z');
  expect(await leases.release('grace', ['r1'], false)).toBe(0);
  const later = new Date('2026-03-02T10:00:00.000Z');
  expect(await claim('ada', rows(3), { expiresAt: later })).toEqual(['r0', 'r2']);
});

it('forgets skipped rows that can no longer be leased', async () => {
  await claim('ada', rows(1, { admittedAt: new Date('2026-01-31T00:00:00.000Z') }));
  await leases.release('ada', ['r0'], true);
  await claim('grace', []);
  expect((await world.pool.query('SELECT FROM annotation_skips')).rowCount).toBe(0);
});

it('reports the progress of annotators, without released rows', async () => {
  await claim('ada', rows(3));
  await leases.takeBack('ada', rows(1));
  await leases.release('ada', ['r1'], true);
  world.clock.set('2026-03-02T08:30:00.000Z');
  await claim('grace', rows(1));
  expect(await leases.progress()).toEqual([
    { annotator: 'grace', claimed: 1, leased: 1, released: 0, skipped: 0, last_claimed_at: '2026-03-02T08:30:00.000Z' },
    { annotator: 'ada', claimed: 2, leased: 1, released: 0, skipped: 1, last_claimed_at: '2026-03-02T08:00:00.000Z' },
  ]);
});

it('treats earlier rows as those of the same person, with any spelling of the name', async () => {
  await world.pool.query(
    `INSERT INTO annotator_progress (annotator, claimed, released, skipped, last_claimed_at)
       VALUES ('Grace  Hopper', 5, 1, 2, '2026-03-02T07:00:00Z'), ('ada', 1, 0, 0, '2026-03-02T07:30:00Z')`,
  );
  await world.pool.query(
    `INSERT INTO annotation_skips (workspace_id, request_id, annotator, admitted_at) VALUES ('t_1', 'r0', 'Grace  Hopper', $1)`,
    [ADMITTED],
  );
  await world.pool.query(
    `INSERT INTO annotation_leases (workspace_id, request_id, slot, annotator, admitted_at, expires_at)
     VALUES ('t_1', 'r1', 1, 'Grace  Hopper', $1, $2)`,
    [ADMITTED, EXPIRES],
  );
  expect(await claim('grace hopper', rows(3), { overlap: 2 })).toEqual(['r2']);
  expect(await leases.release('grace hopper', ['r1', 'r2'], false)).toBe(2);
  expect(await leases.progress()).toEqual([
    {
      ...{ annotator: 'grace hopper', claimed: 6, leased: 0, released: 3, skipped: 2 },
      last_claimed_at: '2026-03-02T08:00:00.000Z',
    },
    { annotator: 'ada', claimed: 1, leased: 0, released: 0, skipped: 0, last_claimed_at: '2026-03-02T07:30:00.000Z' },
  ]);
});

it('fifty concurrent claims get each row once per slot, and no person gets a row twice', async () => {
  const candidates = rows(200);
  const names = Array.from({ length: 50 }, (_, index) => `annotator-${index % 25}`);
  const claims = await Promise.all(names.map((name) => claim(name, candidates, { max: 7, overlap: 2 })));
  const given = claims.flatMap((ids, index) => ids.map((id) => `${id} ${names[index]}`));
  expect(given).toHaveLength(350);
  expect(new Set(given).size).toBe(350);
  const rowsGiven = given.map((text) => text.split(' ')[0]);
  const mostOfARow = Math.max(...candidates.map((row) => rowsGiven.filter((id) => id === row.requestId).length));
  expect(mostOfARow).toBe(2);
  const { rows: held } = await world.pool.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM annotation_leases',
  );
  expect(held[0]?.count).toBe(350);
});
