import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createHousekeepingTurnStore,
  type HousekeepingTurnStore,
} from '../../../../store/installation/housekeeping-turn-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

const HOLD_MS = 120_000;

let world: StoreWorld;
let looks: HousekeepingTurnStore;
beforeAll(async () => {
  world = await openStoreWorld();
  looks = createHousekeepingTurnStore(world.pool, world.clock);
});
afterAll(() => world.close());

/** True if a worker checks at an instant, with an interval of one hour. */
function begin(look: string, instant: string): Promise<boolean> {
  world.clock.set(instant);
  const since = new Date(`${instant.slice(0, 13)}:00:00.000Z`);
  return looks.begin(look, { since, holdMs: HOLD_MS });
}

it('is begun by one of all workers, once per interval, independently of other checks', async () => {
  const at = '2026-03-02T08:10:00.000Z';
  const begun = await Promise.all(Array.from({ length: 5 }, () => begin('a', at)));
  expect(begun.filter(Boolean)).toHaveLength(1);
  await looks.end('a');
  expect(await begin('a', '2026-03-02T08:59:59.999Z')).toBe(false);
  expect(await begin('b', '2026-03-02T08:59:59.999Z')).toBe(true);
  expect(await begin('a', '2026-03-02T09:00:00.000Z')).toBe(true);
});

it('that never ended is begun again after a time limit', async () => {
  expect(await begin('c', '2026-03-02T08:10:00.000Z')).toBe(true);
  expect(await begin('c', '2026-03-02T08:11:59.999Z')).toBe(false);
  expect(await begin('c', '2026-03-02T08:12:00.000Z')).toBe(true);
});
