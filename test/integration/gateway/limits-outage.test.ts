import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import '../../../testing/engines/provided-context.ts';
import {
  CALL_COST_NANOS,
  openLimitedWorld,
  type LimitedWorld,
  type KeyFixture,
  type LimitedAnswer,
} from '../../../testing/gateway/limited-world.ts';
import { startHushingProxy, type HushingProxy } from '../../../testing/processes/hushing-proxy.ts';
import { startProxyProcess, type ProxyProcess } from '../../../testing/processes/proxy-process.ts';

let world: LimitedWorld;
let postgres: HushingProxy;
let proxy: ProxyProcess;

beforeAll(async () => {
  world = await openLimitedWorld(inject('databaseUrl'), ['closed', 'open'], () => [
    '{ id: closed, node: "team:closed", requests: 1000, per: day, chunk: 4 }',
    `{ id: open, node: "team:open", budget_usd: 1, per: day, chunk: ${(4 * CALL_COST_NANOS) / 1e9}, when_unreachable: fail_open }`,
  ]);
  postgres = await startHushingProxy(world.database.url);
  proxy = await startProxyProcess({ ...world.env, TRUETALLY_DATABASE_URL: postgres.url });
});

afterAll(async () => {
  await postgres.close();
  await world.close();
});

it('applies limits from its leases while Postgres does not answer, and loses no usage', async () => {
  const [closed, open] = world.keys as [KeyFixture, KeyFixture];
  const through = new Map<string, number>();
  const ask = async (key: KeyFixture): Promise<LimitedAnswer | undefined> => {
    const answer = await world.call(proxy, key);
    if (answer?.status === 200) through.set(key.owner, (through.get(key.owner) ?? 0) + 1);
    return answer;
  };
  const letIn = { status: 200, type: '', coordination: null };
  expect([await ask(closed), await ask(open)]).toEqual([letIn, letIn]);

  postgres.hush();
  const until = async (
    key: KeyFixture,
    isThere: (answer: LimitedAnswer | undefined) => boolean,
  ): Promise<LimitedAnswer | undefined> => {
    for (let asked = 0; asked < 20; asked += 1) {
      const answer = await ask(key);
      if (isThere(answer)) return answer;
      expect(answer).toEqual(letIn);
    }
    return undefined;
  };
  const refused = until(closed, (answer) => answer?.status !== 200);
  const suspended = until(open, (answer) => answer?.coordination !== null);
  expect([await refused, await suspended]).toEqual([
    { status: 503, type: 'enforcement_unavailable', coordination: null },
    { status: 200, type: '', coordination: 'suspended' },
  ]);

  // New connections get answers again.
  await expect.poll(() => ask(closed)).toEqual(letIn);
  await expect.poll(() => ask(open)).toEqual(letIn);
  expect(await proxy.end('SIGTERM')).toEqual([0, null]);
  const { rows } = await world.database.pool.query<object>(
    'SELECT limit_id, settled::int, lapsed::int, leased::int FROM gateway_limit_counters ORDER BY limit_id',
  );
  expect(rows).toEqual([
    { limit_id: 'closed', settled: through.get('closed'), lapsed: 0, leased: 0 },
    { limit_id: 'open', settled: (through.get('open') ?? 0) * CALL_COST_NANOS, lapsed: 0, leased: 0 },
  ]);
});
