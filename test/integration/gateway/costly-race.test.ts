import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import '../../../testing/engines/provided-context.ts';
import {
  MAX_ANSWERED,
  openLimitedWorld,
  type LimitedWorld,
  type KeyFixture,
} from '../../../testing/gateway/limited-world.ts';
import { startProxyProcess, type ProxyProcess } from '../../../testing/processes/proxy-process.ts';

const PROCESSES = 4;
const CALLERS = 200;
/**
 * Calls with a Chinese prompt, of which each character is a token to its provider, and with the longest answer that
 * they permit.
 */
const CHARACTERS = 2_000;
const CALLS = {
  content: '字'.repeat(CHARACTERS),
  usage: { prompt_tokens: CHARACTERS + 20, completion_tokens: MAX_ANSWERED },
};
/** The cost in nano-USD, at 0.25 and 2 USD per million tokens. */
const COST = CALLS.usage.prompt_tokens * 250 + MAX_ANSWERED * 2_000;
const CAP = 200 * COST;
const CHUNK = 20 * COST;

let world: LimitedWorld;
let proxies: ProxyProcess[];

beforeAll(async () => {
  const limit = `{ id: all, node: organization, budget_usd: ${CAP / 1e9}, per: month, chunk: ${CHUNK / 1e9} }`;
  world = await openLimitedWorld(inject('databaseUrl'), ['red', 'blue'], () => [limit], CALLS);
  proxies = await Promise.all(Array.from({ length: PROCESSES }, () => startProxyProcess(world.env)));
});

afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.end('SIGTERM')));
  await world.close();
});

it('200 callers with the most expensive calls use a budget over four processes: it is not exceeded', async () => {
  const others: string[] = [];
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      const key = world.keys[caller % world.keys.length] as KeyFixture;
      for (let turn = caller; turn < caller + 20; turn += 1) {
        const answer = await world.call(proxies[turn % PROCESSES] as ProxyProcess, key);
        if (answer?.type === 'budget_exceeded') return;
        // On a very busy machine, Postgres answers no exchange within two seconds.
        if (answer?.status !== 200 && answer?.type !== 'enforcement_unavailable')
          others.push(`${answer?.status} ${answer?.type}`);
      }
    }),
  );
  await Promise.all(proxies.map((proxy) => proxy.end('SIGTERM')));
  expect(others).toEqual([]);
  const billed = [...world.billed.values()].reduce((sum, calls) => sum + calls * COST, 0);
  expect(billed).toBeGreaterThan(CAP / 2);
  expect(billed).toBeLessThanOrEqual(CAP);
  const { rows } = await world.database.pool.query<{ settled: number; lapsed: number; leased: number }>(
    `SELECT settled::float8 AS settled, lapsed::float8 AS lapsed, leased::float8 AS leased FROM gateway_limit_counters`,
  );
  expect(rows).toEqual([{ settled: billed, lapsed: 0, leased: 0 }]);
}, 60_000);
