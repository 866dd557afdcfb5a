import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLapsedLeaseStore } from '../../../../store/gateway/lapsed-lease-store.ts';
import {
  createLimitLeaseStore,
  type LeaseExchange,
  type LimitLease,
  type LimitLeaseStore,
} from '../../../../store/gateway/limit-lease-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

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
  return {
    number,
    max: 100,
    settled: 0,
    reserved: 0,
    returned: 0,
    min: 0,
    wanted: 0,
    forMs: 15_000,
    isLast: false,
    ...more,
  };
}

async function counter(): Promise<unknown> {
  const { rows } = await world.pool.query<object>(
    `SELECT settled::int, lapsed::int, leased::int, (SELECT sum(held)::int FROM gateway_limit_leases l WHERE l.counter_id = c.counter_id) AS held
     FROM gateway_limit_counters c WHERE limit_id = $1`,
    [`limit-${limits}`],
  );
  return rows[0];
}

it('leases the available amount to several processes, and no more', async () => {
  const [a, b] = [leaseOf('a'), leaseOf('b')];
  expect(await leases.exchange(a, exchangeOf(1, { min: 10, wanted: 60 }))).toEqual({ held: 60, left: 40 });
  expect(await leases.exchange(b, exchangeOf(1, { min: 10, wanted: 60 }))).toEqual({ held: 40, left: 0 });
  expect(await leases.exchange(b, exchangeOf(2, { settled: 30, min: 1, wanted: 60 }))).toEqual({ held: 10, left: 0 });
  expect(await leases.exchange(a, exchangeOf(2, { settled: 5, returned: 55, isLast: true }))).toEqual({
    held: 0,
    left: 55,
  });
  expect(await leases.exchange(a, exchangeOf(3, { wanted: 10 }))).toEqual({ charged: 0 });
  expect(await counter()).toEqual({ settled: 35, lapsed: 0, leased: 10, held: 10 });
});

it('continues with the usage of a window under another name', async () => {
  const before = leaseOf('a');
  await leases.exchange(before, exchangeOf(1, { wanted: 50 }));
  await leases.exchange(before, exchangeOf(2, { settled: 20 }));
  const renamed = { ...before.counter, node: 'team:org_1:a', formerNode: 'team:a' };
  const after = { ...leaseOf('b'), counter: renamed };
  // 20 are settled, and 30 are in flight or leased.
  expect(await leases.exchange(after, exchangeOf(1, { wanted: 60 }))).toEqual({ held: 50, left: 0 });
  expect(await leases.exchange({ ...leaseOf('c'), counter: renamed }, exchangeOf(1, { wanted: 1 }))).toEqual({
    held: 0,
    left: 0,
  });
});

it('starts again with calls in flight under another name', async () => {
  const before = leaseOf('a', 'calls');
  await leases.exchange(before, exchangeOf(1, { wanted: 50 }));
  const counter = { ...before.counter, node: 'team:org_1:a', formerNode: 'team:a' };
  expect(await leases.exchange({ ...leaseOf('b'), counter }, exchangeOf(1, { wanted: 60 }))).toEqual({
    held: 60,
    left: 40,
  });
});

it('completes an exchange when it is repeated', async () => {
  const lease = leaseOf('a');
  await leases.exchange(lease, exchangeOf(1, { wanted: 50 }));
  const exchange = exchangeOf(2, { settled: 20, wanted: 10 });
  expect(await leases.exchange(lease, exchange)).toEqual({ held: 40, left: 40 });
  expect(await leases.exchange(lease, exchange)).toEqual({ held: 40, left: 40 });
  expect(await counter()).toEqual({ settled: 20, lapsed: 0, leased: 40, held: 40 });
});

it('returns the result of an exchange with a lost answer, even after the lease has lapsed', async () => {
  const lease = leaseOf('a');
  await leases.exchange(lease, exchangeOf(1, { wanted: 50 }));
  const exchange = exchangeOf(2, { settled: 20, wanted: 10 });
  await leases.exchange(lease, exchange);
  world.clock.set('2026-03-02T08:00:15.000Z');
  expect(await leases.endExpired()).toBe(1);
  expect(await leases.exchange(lease, exchange)).toEqual({ held: 40, left: 40 });
  expect(await leases.exchange(lease, exchangeOf(3, { settled: 45 }))).toEqual({ charged: 40 });
  expect(await counter()).toEqual({ settled: 20, lapsed: 40, leased: 0, held: 0 });
});

it('charges a dead process for its lease once, and reports this when it resumes', async () => {
  const [a, b] = [leaseOf('a'), leaseOf('b')];
  await leases.exchange(a, exchangeOf(1, { wanted: 50 }));
  await leases.exchange(a, exchangeOf(2, { settled: 10 }));
  await leases.exchange(b, exchangeOf(1, { wanted: 20, forMs: 60_000 }));
  world.clock.set('2026-03-02T08:00:14.999Z');
  expect(await leases.endExpired()).toBe(0);
  world.clock.set('2026-03-02T08:00:15.000Z');
  expect(await Promise.all([leases.endExpired(), leases.endExpired()])).toEqual(expect.arrayContaining([1, 0]));
  expect(await counter()).toEqual({ settled: 10, lapsed: 40, leased: 20, held: 20 });
  const comingBack = exchangeOf(3, { settled: 5, reserved: 7 });
  expect(await leases.exchange(a, comingBack)).toEqual({ charged: 12 });
  expect(await counter()).toEqual({ settled: 10, lapsed: 12, leased: 20, held: 20 });
  expect(await leases.exchange(a, comingBack)).toEqual({ charged: 12 });
  // When its calls in flight have ended, the process reports their totals. Its charge can only decrease.
  expect(await leases.exchange(a, exchangeOf(4, { settled: 9 }))).toEqual({ charged: 9 });
  expect(await leases.exchange(a, exchangeOf(5, { settled: 30 }))).toEqual({ charged: 9 });
  expect(await counter()).toEqual({ settled: 10, lapsed: 9, leased: 20, held: 20 });
});

describe('a dead process', () => {
  const accounted = () => createLapsedLeaseStore(world.pool, world.clock);
  /** Leases twice in one window, and dies with 40 and 5, of which 3 and 1 are settled. */
  async function die(): Promise<void> {
    const [first, second] = [leaseOf('proxy-a.1'), leaseOf('proxy-a.2')];
    await leases.exchange(first, exchangeOf(1, { wanted: 43 }));
    await leases.exchange(first, exchangeOf(2, { settled: 3 }));
    await leases.exchange(second, exchangeOf(1, { wanted: 6 }));
    await leases.exchange(second, exchangeOf(2, { settled: 1 }));
    world.clock.set('2026-03-02T08:00:15.000Z');
    expect(await leases.endExpired()).toBe(2);
    expect(await counter()).toEqual({ settled: 4, lapsed: 45, leased: 0, held: 0 });
  }

  it('is found after its leases have lapsed for a time, and none of them is open', async () => {
    await die();
    const found = { process: 'proxy-a', node: 'team:a', unit: 'nano_usd' };
    const window = { from: new Date(WINDOW.from), to: new Date(WINDOW.to) };
    world.clock.set('2026-03-02T08:01:14.999Z');
    expect(await accounted().find(60_000)).toEqual([]);
    world.clock.set('2026-03-02T08:01:15.000Z');
    expect(await accounted().find(60_000)).toEqual([{ ...found, ...window, counterId: expect.any(String) as string }]);
    await leases.exchange(leaseOf('proxy-a.3'), exchangeOf(1, { wanted: 1 }));
    expect(await accounted().find(60_000)).toEqual([]);
  });

  it.each([
    ['its settled amount', 4n, 45n, 0],
    ['less than it leased', 24n, 25n, 20],
    ['more than its first lease', 47n, 2n, 43],
    ['the complete lease', 49n, 0n, 45],
    ['more than it leased', 90n, 0n, 45],
    ['less than it settled', 1n, 45n, 0],
  ])('is charged once for the cost of its calls: %s', async (_, cameTo, freed, lapsed) => {
    await die();
    world.clock.set('2026-03-02T08:01:15.000Z');
    const [found] = await accounted().find(60_000);
    if (found === undefined) throw new Error('Nothing lapsed.');
    const all = await Promise.all([accounted().account(found, cameTo), accounted().account(found, cameTo)]);
    expect(all.sort((one, other) => Number(other - one))).toEqual([freed, 0n]);
    expect(await counter()).toEqual({ settled: 4, lapsed, leased: 0, held: 0 });
    expect(await accounted().find(60_000)).toEqual([]);
    // A frozen process that resumes reports its real usage, and is charged no more than that.
    const ofSecond = Math.max(0, lapsed - 40);
    const charged = Math.min(ofSecond, 3);
    const answer = await leases.exchange(leaseOf('proxy-a.2'), exchangeOf(3, { settled: 2, reserved: 1 }));
    expect(answer).toEqual({ charged });
    expect(await counter()).toEqual({ settled: 4, lapsed: lapsed - ofSecond + charged, leased: 0, held: 0 });
  });
});

it('returns the slots of a dead process', async () => {
  await leases.exchange(leaseOf('a', 'calls'), exchangeOf(1, { wanted: 50 }));
  world.clock.set('2026-03-02T08:00:15.000Z');
  expect(await leases.endExpired()).toBe(1);
  expect(await counter()).toEqual({ settled: 0, lapsed: 0, leased: 0, held: 0 });
});

it('serializes 40 concurrent requests, which never exceed the available amount', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      leases.exchange(leaseOf(`p${index}`), exchangeOf(1, { min: 3, wanted: 7 })),
    ),
  );
  const held = answers.map((answer) => ('charged' in answer ? Number.NaN : answer.held));
  expect(held.filter((amount) => amount === 7)).toHaveLength(14);
  // Two remain, which is less than every minimum.
  expect(held.reduce((sum, amount) => sum + amount, 0)).toBe(98);
  expect(await counter()).toEqual({ settled: 0, lapsed: 0, leased: 98, held: 98 });
});

it('forgets windows that ended long ago', async () => {
  const lease = leaseOf('a');
  await leases.exchange(lease, exchangeOf(1, { wanted: 50 }));
  world.clock.set('2026-04-02T23:59:59.999Z');
  await leases.forget(172_800_000);
  expect(await counter()).toEqual({ settled: 0, lapsed: 0, leased: 50, held: 50 });
  world.clock.set('2026-04-03T00:00:00.001Z');
  await leases.forget(172_800_000);
  expect(await counter()).toBeUndefined();
  expect(await leases.exchange(lease, exchangeOf(2))).toEqual({ charged: 0 });
});

it('continues after charges far above the available amount', async () => {
  const lease = leaseOf('a');
  await leases.exchange(lease, exchangeOf(1, { wanted: 50 }));
  // Two hundred concurrent calls, each with the maximum charge of a call.
  const charged = await leases.exchange(lease, exchangeOf(2, { settled: 200 * 1e15 }));
  expect(charged).toEqual({ held: 0, left: 100 - 200 * 1e15 });
  expect(await leases.exchange(lease, exchangeOf(3, { wanted: 1 }))).toEqual({ held: 0, left: 100 - 200 * 1e15 });
});
