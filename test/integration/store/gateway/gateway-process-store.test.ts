import { afterEach, beforeEach, expect, it } from 'vitest';
import { createGatewayProcessStore } from '../../../../store/gateway/gateway-process-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
beforeEach(async () => {
  world = await openStoreWorld('2026-03-02T08:00:00.000Z');
});
afterEach(() => world.close());

it('finds silent processes, until they end or are alive again', async () => {
  const processes = createGatewayProcessStore(world.pool, world.clock);
  await processes.beat('proxy-a');
  await processes.beat('proxy-b');
  await processes.beat('proxy-c');
  await processes.end('proxy-c');
  world.clock.set('2026-03-02T08:01:00.000Z');
  await processes.beat('proxy-b');
  world.clock.set('2026-03-02T08:01:29.999Z');
  expect(await processes.findSilent(90_000)).toEqual([]);
  world.clock.set('2026-03-02T08:02:30.000Z');
  expect(await processes.findSilent(90_000)).toEqual(['proxy-a', 'proxy-b']);
  await processes.end('proxy-a');
  await processes.beat('proxy-b');
  expect(await processes.findSilent(90_000)).toEqual([]);
  // A process that counted as dead sends a heartbeat again.
  await processes.beat('proxy-a');
  world.clock.set('2026-03-02T08:04:00.000Z');
  expect(await processes.findSilent(90_000)).toEqual(['proxy-a', 'proxy-b']);
});

it('forgets processes that ended, or became silent, long ago', async () => {
  const processes = createGatewayProcessStore(world.pool, world.clock);
  await processes.beat('proxy-c');
  await processes.end('proxy-c');
  world.clock.set('2026-03-02T08:02:30.000Z');
  await processes.beat('proxy-a');
  await processes.beat('proxy-b');
  world.clock.set('2026-03-04T08:02:29.999Z');
  await processes.forget(172_800_000);
  expect(await processes.findSilent(0)).toEqual(['proxy-a', 'proxy-b']);
  world.clock.set('2026-03-04T08:02:30.001Z');
  await processes.forget(172_800_000);
  expect(await processes.findSilent(0)).toEqual([]);
});
