import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createLimitLeaseStore,
  type LeaseExchange,
  type LimitLease,
  type LimitLeaseStore,
} from '../../../../store/gateway/limit-lease-store.ts';
import { openStoreWorld, type StoreWorld } from '../store-world.ts';

const START = '2026-03-02T08:00:00.000Z';
const WINDOW = { from: Date.parse('2026-03-01T00:00:00.000Z'), to: Date.parse('2026-04-01T00:00:00.000Z') };

let world: StoreWorld;
let leases: LimitLeaseStore;
let limits = 0;
beforeAll(async () => {
  world = await openStoreWorld(START);
  leases = createLimitLeaseStore(world.pool, world.clock);
});
beforeEach(async () => {
  await world.pool.query('DELETE FROM gateway_limit_counters');
  world.clock.set(START);
  limits += 1;
});
afterAll(() => world.close());

function leaseOf(leaseId: string, unit: LimitLease['counter']['unit'] = 'nano_usd'): LimitLease {
  const counter = { limitId: `limit-${limits}`, node: 'team:a', unit, window: unit === 'calls' ? undefined : WINDOW };
  return { leaseId: `${leaseId}-${limits}`, holder: leaseId, counter };
}

function exchangeOf(number: number, more: Partial<LeaseExchange> = {}): LeaseExchange {
  return { number, most: 100, settled: 0, returned: 0, least: 0, wanted: 0, forMs: 15_000, isLast: false, ...more };
}

async function counter(): Promise<unknown> {
  const { rows } = await world.pool.query<object>(
    `SELECT settled::int, lapsed::int, leased::int, (SELECT sum(held)::int FROM gateway_limit_leases l WHERE l.counter_id = c.counter_id) AS held
     FROM gateway_limit_counters c WHERE limit_id = $1`,
    [`limit-${limits}`],
  );
  return rows[0];
}

it('leases to several processes what there is, and no more', async () => {
  const [a, b] = [leaseOf('a'), leaseOf('b')];
  expect(await leases.exchange(a, exchangeOf(1, { least: 10, wanted: 60 }))).toEqual({ held: 60, left: 40 });
  expect(await leases.exchange(b, exchangeOf(1, { least: 10, wanted: 60 }))).toEqual({ held: 40, left: 0 });
  expect(await leases.exchange(b, exchangeOf(2, { settled: 30, least: 1, wanted: 60 }))).toEqual({ held: 10, left: 0 });
  expect(await leases.exchange(a, exchangeOf(2, { settled: 5, returned: 55, isLast: true }))).toEqual({
    held: 0,
    left: 55,
  });
  expect(await leases.exchange(a, exchangeOf(3, { wanted: 10 }))).toBe('lapsed');
  expect(await counter()).toEqual({ settled: 35, lapsed: 0, leased: 10, held: 10 });
});

it('goes on from what was used in a window under another name', async () => {
  const before = leaseOf('a');
  await leases.exchange(before, exchangeOf(1, { wanted: 50 }));
  await leases.exchange(before, exchangeOf(2, { settled: 20 }));
  const renamed = { ...before.counter, node: 'team:org_1:a', formerNode: 'team:a' };
  const after = { ...leaseOf('b'), counter: renamed };
  // 20 are settled, and 30 are on their way or in hand.
  expect(await leases.exchange(after, exchangeOf(1, { wanted: 60 }))).toEqual({ held: 50, left: 0 });
  expect(await leases.exchange({ ...leaseOf('c'), counter: renamed }, exchangeOf(1, { wanted: 1 }))).toEqual({
    held: 0,
    left: 0,
  });
});

it('begins anew with calls on their way under another name', async () => {
  const before = leaseOf('a', 'calls');
  await leases.exchange(before, exchangeOf(1, { wanted: 50 }));
  const counter = { ...before.counter, node: 'team:org_1:a', formerNode: 'team:a' };
  expect(await leases.exchange({ ...leaseOf('b'), counter }, exchangeOf(1, { wanted: 60 }))).toEqual({
    held: 60,
    left: 40,
  });
});

it('carries an exchange out once that is sent again', async () => {
  const lease = leaseOf('a');
  await leases.exchange(lease, exchangeOf(1, { wanted: 50 }));
  const exchange = exchangeOf(2, { settled: 20, wanted: 10 });
  expect(await leases.exchange(lease, exchange)).toEqual({ held: 40, left: 40 });
  expect(await leases.exchange(lease, exchange)).toEqual({ held: 40, left: 40 });
  expect(await counter()).toEqual({ settled: 20, lapsed: 0, leased: 40, held: 40 });
});

it('says what an exchange left whose answer was lost, also where the lease lapsed meanwhile', async () => {
  const lease = leaseOf('a');
  await leases.exchange(lease, exchangeOf(1, { wanted: 50 }));
  const exchange = exchangeOf(2, { settled: 20, wanted: 10 });
  await leases.exchange(lease, exchange);
  world.clock.set('2026-03-02T08:00:15.000Z');
  expect(await leases.endExpired()).toBe(1);
  expect(await leases.exchange(lease, exchange)).toEqual({ held: 40, left: 40 });
  expect(await leases.exchange(lease, exchangeOf(3, { settled: 45 }))).toBe('lapsed');
  expect(await counter()).toEqual({ settled: 20, lapsed: 40, leased: 0, held: 0 });
});

it('charges a dead process what it held, once, and tells it so when it comes back', async () => {
  const [a, b] = [leaseOf('a'), leaseOf('b')];
  await leases.exchange(a, exchangeOf(1, { wanted: 50 }));
  await leases.exchange(a, exchangeOf(2, { settled: 10 }));
  await leases.exchange(b, exchangeOf(1, { wanted: 20, forMs: 60_000 }));
  world.clock.set('2026-03-02T08:00:14.999Z');
  expect(await leases.endExpired()).toBe(0);
  world.clock.set('2026-03-02T08:00:15.000Z');
  expect(await Promise.all([leases.endExpired(), leases.endExpired()])).toEqual(expect.arrayContaining([1, 0]));
  expect(await counter()).toEqual({ settled: 10, lapsed: 40, leased: 20, held: 20 });
  expect(await leases.exchange(a, exchangeOf(3, { settled: 5 }))).toBe('lapsed');
  expect(await counter()).toEqual({ settled: 10, lapsed: 40, leased: 20, held: 20 });
});

it('gives the slots of a dead process back', async () => {
  await leases.exchange(leaseOf('a', 'calls'), exchangeOf(1, { wanted: 50 }));
  world.clock.set('2026-03-02T08:00:15.000Z');
  expect(await leases.endExpired()).toBe(1);
  expect(await counter()).toEqual({ settled: 0, lapsed: 0, leased: 0, held: 0 });
});

it('decides a race: 40 at once never get more than there is', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      leases.exchange(leaseOf(`p${index}`), exchangeOf(1, { least: 3, wanted: 7 })),
    ),
  );
  const held = answers.map((answer) => (answer === 'lapsed' ? Number.NaN : answer.held));
  expect(held.filter((amount) => amount === 7)).toHaveLength(14);
  // Two are left, which is less than the least of anybody.
  expect(held.reduce((sum, amount) => sum + amount, 0)).toBe(98);
  expect(await counter()).toEqual({ settled: 0, lapsed: 0, leased: 98, held: 98 });
});

it('forgets what ended long ago', async () => {
  const lease = leaseOf('a');
  await leases.exchange(lease, exchangeOf(1, { wanted: 50 }));
  world.clock.set('2026-04-02T23:59:59.999Z');
  await leases.forget(172_800_000);
  expect(await counter()).toEqual({ settled: 0, lapsed: 0, leased: 50, held: 50 });
  world.clock.set('2026-04-03T00:00:00.001Z');
  await leases.forget(172_800_000);
  expect(await counter()).toBeUndefined();
  expect(await leases.exchange(lease, exchangeOf(2))).toBe('lapsed');
});
