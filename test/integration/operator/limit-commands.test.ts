import { afterAll, beforeAll, expect, it } from 'vitest';
import { governanceSettings } from '../../../domain/gateway/governance/limit.ts';
import { LIMIT_COMMANDS } from '../../../operator/commands/limit-commands.ts';
import {
  createLimitLeaseStore,
  type LeaseExchange,
  type LimitLease,
} from '../../../store/gateway/limit-lease-store.ts';
import { createLimitUseStore } from '../../../store/gateway/limit-use-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../testing/store/store-world.ts';

const MARCH = { from: Date.parse('2026-03-01T00:00:00.000Z'), to: Date.parse('2026-04-01T00:00:00.000Z') };
const EXCHANGE: LeaseExchange = {
  ...{
    number: 1,
    max: 5_000_000_000,
    settled: 0,
    reserved: 0,
    returned: 0,
    min: 0,
    wanted: 0,
    forMs: 15_000,
    isLast: false,
  },
};

let world: StoreWorld;
beforeAll(async () => {
  world = await openStoreWorld('2026-03-02T08:00:00.000Z');
});
afterAll(() => world.close());

it('lists the usage of each limit in the current window, with money in USD', async () => {
  const leases = createLimitLeaseStore(world.pool, world.clock);
  const budget = { limitId: 'month', node: 'team:a', unit: 'nano_usd', window: MARCH } as const;
  const past: LimitLease['counter'] = { ...budget, window: { from: 0, to: MARCH.from } };
  const slots = { limitId: 'slots', node: 'organization:org_1', unit: 'calls', window: undefined } as const;
  const of = (leaseId: string, counter: LimitLease['counter']): LimitLease => ({ leaseId, holder: leaseId, counter });
  await leases.exchange(of('dead', budget), { ...EXCHANGE, wanted: 20_000_000, settled: 0 });
  await leases.exchange(of('past', past), { ...EXCHANGE, wanted: 1 });
  world.clock.set('2026-03-02T08:00:20.000Z');
  await leases.endExpired();
  await leases.exchange(of('p1', budget), { ...EXCHANGE, wanted: 100_000_000 });
  await leases.exchange(of('p1', budget), { ...EXCHANGE, number: 2, settled: 12_500_000 });
  await leases.exchange(of('p2', slots), { ...EXCHANGE, wanted: 3 });
  expect(
    await LIMIT_COMMANDS['limits list']!.run(
      {
        limits: createLimitUseStore(world.pool, world.clock),
        governance: () => governanceSettings(),
        loggedCalls: () => Promise.reject(new Error('No log is read here.')),
        clock: world.clock,
      },
      {},
      world.clock.now(),
    ),
  ).toEqual([
    {
      ...{
        limit_id: 'month',
        node: 'team:a',
        unit: 'usd',
        settled: '0.0125',
        leased: '0.0875',
        charged_for_dead: '0.02',
      },
      ...{ processes: '1', resets_at: '2026-04-01T00:00:00.000Z' },
    },
    {
      ...{
        limit_id: 'slots',
        node: 'organization:org_1',
        unit: 'calls',
        settled: '0',
        leased: '3',
        charged_for_dead: '0',
      },
      processes: '1',
    },
  ]);
});
