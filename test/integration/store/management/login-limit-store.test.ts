import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLoginLimitStore, type LoginLimitStore } from '../../../../store/management/login-limit-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let limits: LoginLimitStore;

beforeAll(async () => {
  world = await openStoreWorld();
  limits = createLoginLimitStore(world.pool, world.clock);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set('2026-03-02T08:00:00.000Z');
  await world.pool.query('TRUNCATE management_login_limits');
});

const NAME = { key: 'name ada', max: 3, forgottenMs: 60_000 };
const NETWORK = { key: 'network 192.0.2.1', max: 5, forgottenMs: 10_000 };
const keys = async () =>
  (await world.pool.query<{ key: string }>('SELECT key FROM management_login_limits ORDER BY key')).rows.map(
    ({ key }) => key,
  );

it('accepts its capacity, and then one more for each that is forgotten', async () => {
  for (let time = 0; time < 3; time += 1) expect(await limits.count([NAME])).toBeUndefined();
  expect(await limits.count([NAME])).toEqual({ retryAfterMs: 60_000 });
  world.clock.set('2026-03-02T08:00:59.999Z');
  expect(await limits.count([NAME])).toEqual({ retryAfterMs: 1 });
  world.clock.set('2026-03-02T08:01:00.000Z');
  expect(await limits.count([NAME])).toBeUndefined();
  expect(await limits.count([NAME])).toEqual({ retryAfterMs: 60_000 });
});

it('has its full capacity again after a pause', async () => {
  for (let time = 0; time < 3; time += 1) await limits.count([NAME]);
  world.clock.set('2026-03-02T09:00:00.000Z');
  for (let time = 0; time < 3; time += 1) expect(await limits.count([NAME])).toBeUndefined();
  expect(await limits.count([NAME])).toEqual({ retryAfterMs: 60_000 });
});

it('counts in all of them or in none', async () => {
  for (let time = 0; time < 3; time += 1) await limits.count([NETWORK, NAME]);
  for (let time = 0; time < 9; time += 1) expect(await limits.count([NETWORK, NAME])).toEqual({ retryAfterMs: 60_000 });
  expect(await limits.count([NETWORK, { ...NAME, key: 'name bob' }])).toBeUndefined();
  expect(await limits.count([NETWORK])).toBeUndefined();
  expect(await limits.count([NETWORK])).toEqual({ retryAfterMs: 10_000 });
});

it('takes back the count of a correct password', async () => {
  for (let time = 0; time < 20; time += 1) {
    expect(await limits.count([NETWORK, NAME])).toBeUndefined();
    await limits.takeBack([NETWORK, NAME]);
  }
});

it('admits no more if many processes count concurrently', async () => {
  const counted = await Promise.all(
    Array.from({ length: 40 }, (_, index) => limits.count([NETWORK, { ...NAME, key: `name ${index % 2}`, max: 2 }])),
  );
  expect(counted.filter((full) => full === undefined)).toHaveLength(4);
});

it('stores no row for an empty count', async () => {
  await limits.count([NETWORK, NAME]);
  expect(await keys()).toEqual(['name ada', 'network 192.0.2.1']);
  world.clock.set('2026-03-02T08:00:10.000Z');
  await limits.count([{ ...NAME, key: 'name bob' }]);
  expect(await keys()).toEqual(['name ada', 'name bob']);
});
