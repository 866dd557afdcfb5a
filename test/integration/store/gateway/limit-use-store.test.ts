import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createLimitLeaseStore,
  type LeaseExchange,
  type LimitCounterKey,
  type LimitLeaseStore,
} from '../../../../store/gateway/limit-lease-store.ts';
import {
  createLimitUseStore,
  type CurrentLimit,
  type LimitUseStore,
} from '../../../../store/gateway/limit-use-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

const START = '2026-03-02T08:00:00.000Z';
const MARCH = { from: Date.parse('2026-03-01T00:00:00.000Z'), to: Date.parse('2026-04-01T00:00:00.000Z') };
const FEBRUARY = { from: Date.parse('2026-02-01T00:00:00.000Z'), to: MARCH.from };
const BUDGET: CurrentLimit = { limitId: 'budget', unit: 'nano_usd', window: MARCH };
const SLOTS: CurrentLimit = { limitId: 'slots', unit: 'calls', window: undefined };
const FIRST = { after: undefined, node: undefined, limit: 10 };
const UNWARNED = { warnedAt: null, warnedPercent: null };

let world: StoreWorld;
let leases: LimitLeaseStore;
let uses: LimitUseStore;
beforeAll(async () => {
  world = await openStoreWorld(START);
  leases = createLimitLeaseStore(world.pool, world.clock);
  uses = createLimitUseStore(world.pool, world.clock);
});
beforeEach(async () => {
  await world.pool.query('DELETE FROM gateway_limit_counters');
  world.clock.set(START);
});
afterAll(() => world.close());

async function exchange(
  leaseId: string,
  limit: CurrentLimit,
  node: string,
  more: Partial<LeaseExchange> = {},
): Promise<void> {
  const counter: LimitCounterKey = { ...limit, node };
  await leases.exchange(
    { leaseId, holder: leaseId, counter },
    {
      ...{ number: 1, max: 1_000, settled: 0, reserved: 0, returned: 0, min: 0, wanted: 0, forMs: 15_000 },
      isLast: false,
      ...more,
    },
  );
}

describe('the current use', () => {
  it('has a row for each node of a limit, and one for a limit without any use', async () => {
    await exchange('a', BUDGET, 'team:org_1:b', { wanted: 100 });
    await exchange('a', BUDGET, 'team:org_1:b', { number: 2, settled: 30 });
    await exchange('b', BUDGET, 'team:org_1:a', { wanted: 50 });
    await exchange('c', SLOTS, 'key:kid_1', { wanted: 3 });
    const idle: CurrentLimit = { limitId: 'idle', unit: 'requests', window: MARCH };
    expect(await uses.listCurrent([SLOTS, idle, BUDGET], FIRST)).toEqual([
      { limitId: 'budget', node: 'team:org_1:a', settled: 0n, lapsed: 0n, leased: 50n, ...UNWARNED },
      { limitId: 'budget', node: 'team:org_1:b', settled: 30n, lapsed: 0n, leased: 70n, ...UNWARNED },
      { limitId: 'idle', node: null, settled: 0n, lapsed: 0n, leased: 0n, ...UNWARNED },
      { limitId: 'slots', node: 'key:kid_1', settled: 0n, lapsed: 0n, leased: 3n, ...UNWARNED },
    ]);
  });

  it('includes what was charged for a dead process', async () => {
    await exchange('a', BUDGET, 'team:org_1:a', { wanted: 50 });
    world.clock.set('2026-03-02T08:00:15.000Z');
    await leases.endExpired();
    const charged = { settled: 0n, lapsed: 50n, leased: 0n };
    expect(await uses.listCurrent([BUDGET], FIRST)).toEqual([
      { limitId: 'budget', node: 'team:org_1:a', ...charged, ...UNWARNED },
    ]);
  });

  it('ignores other windows, units and limits', async () => {
    await exchange('a', { ...BUDGET, window: FEBRUARY }, 'team:org_1:a', { wanted: 1 });
    await exchange('b', { ...BUDGET, unit: 'tokens' }, 'team:org_1:a', { wanted: 1 });
    await exchange('c', { ...BUDGET, limitId: 'other' }, 'team:org_1:a', { wanted: 1 });
    expect(await uses.listCurrent([BUDGET], FIRST)).toEqual([
      { limitId: 'budget', node: null, settled: 0n, lapsed: 0n, leased: 0n, ...UNWARNED },
    ]);
  });

  it('has pages by limit and node, and can be restricted to one node', async () => {
    await exchange('a', BUDGET, 'team:org_1:a', { wanted: 1 });
    await exchange('b', BUDGET, 'team:org_1:B', { wanted: 1 });
    await exchange('c', SLOTS, 'team:org_1:a', { wanted: 1 });
    const shown = async (page: Parameters<LimitUseStore['listCurrent']>[1]) =>
      (await uses.listCurrent([SLOTS, BUDGET], page)).map(({ limitId, node }) => `${limitId} ${node}`);
    // Capital letters precede small ones in every collation of the database.
    expect(await shown({ ...FIRST, limit: 1 })).toEqual(['budget team:org_1:B']);
    expect(await shown({ ...FIRST, after: { limitId: 'budget', node: 'team:org_1:B' } })).toEqual([
      'budget team:org_1:a',
      'slots team:org_1:a',
    ]);
    expect(await shown({ ...FIRST, node: 'team:org_1:a' })).toEqual(['budget team:org_1:a', 'slots team:org_1:a']);
    expect(await shown({ ...FIRST, after: { limitId: 'slots', node: 'team:org_1:a' } })).toEqual([]);
  });
});

describe('the last warning', () => {
  it('is the newest that a process reported, and stays until another one', async () => {
    await exchange('a', BUDGET, 'team:org_1:a', { wanted: 10, warnedPercent: 81 });
    world.clock.set('2026-03-02T08:00:05.000Z');
    await exchange('b', BUDGET, 'team:org_1:a', { wanted: 10, warnedPercent: 90 });
    world.clock.set('2026-03-02T08:00:10.000Z');
    await exchange('a', BUDGET, 'team:org_1:a', { number: 2, settled: 10 });
    const warned = async () => {
      const [use] = await uses.listCurrent([BUDGET], FIRST);
      return [use?.warnedAt, use?.warnedPercent];
    };
    expect(await warned()).toEqual([new Date('2026-03-02T08:00:05.000Z'), 90]);
    await exchange('b', BUDGET, 'team:org_1:a', { number: 2, warnedPercent: 1e12 });
    expect(await warned()).toEqual([new Date('2026-03-02T08:00:10.000Z'), 2_147_483_647]);
  });
});
