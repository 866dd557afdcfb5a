import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import '../../../testing/engines/provided-context.ts';
import {
  CALL_RESERVATION_NANOS,
  openLimitedWorld,
  type LimitedWorld,
  type KeyFixture,
} from '../../../testing/gateway/limited-world.ts';
import { startProxyProcess, type ProxyProcess } from '../../../testing/processes/proxy-process.ts';

/** Counts that no call uses and no store accepts. */
const ABSURD = [1e300, 1e12, 100_000_001, 1.5, -1, Number.MAX_SAFE_INTEGER];

let world: LimitedWorld;
let proxy: ProxyProcess;
let turn = 0;

beforeAll(async () => {
  const limits = [
    `{ id: money, node: organization, budget_usd: 1, per: month }`,
    `{ id: tokens, node: organization, tokens: 1000000, per: month }`,
  ];
  const usage = () => {
    const count = ABSURD[turn % ABSURD.length] as number;
    turn += 1;
    return turn % 2 === 0
      ? { prompt_tokens: count, completion_tokens: 1 }
      : { prompt_tokens: 1, completion_tokens: count };
  };
  world = await openLimitedWorld(inject('databaseUrl'), ['red'], () => limits, { content: 'x'.repeat(400), usage });
  proxy = await startProxyProcess(world.env);
});

afterAll(async () => {
  await proxy.end('SIGTERM');
  await world.close();
});

it('invalid usage of a provider is ignored: each call is charged its reservation, and the limit continues', async () => {
  const calls = 2 * ABSURD.length;
  for (let call = 0; call < calls; call += 1)
    expect(await world.call(proxy, world.keys[0] as KeyFixture)).toMatchObject({ status: 200 });
  await proxy.end('SIGTERM');
  const { rows } = await world.database.pool.query<{ limit: string; settled: number; leased: number }>(
    `SELECT limit_id AS limit, settled::float8 AS settled, leased::float8 AS leased FROM gateway_limit_counters ORDER BY limit_id`,
  );
  expect(rows).toEqual([
    { limit: 'money', settled: calls * CALL_RESERVATION_NANOS, leased: 0 },
    { limit: 'tokens', settled: calls * 276, leased: 0 },
  ]);
}, 60_000);
