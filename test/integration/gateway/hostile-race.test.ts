import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import '../../../testing/engines/provided-context.ts';
import { hostileBodies } from '../../../testing/gateway/hostile-bodies.ts';
import {
  MAX_ANSWERED,
  openLimitedWorld,
  type LimitedWorld,
  type KeyFixture,
  type ProviderUsage,
} from '../../../testing/gateway/limited-world.ts';
import { startProxyProcess, type ProxyProcess } from '../../../testing/processes/proxy-process.ts';

const PROCESSES = 4;
const CALLERS = 200;
/** The tokens of real pictures, at the maximum that a provider bills. */
const IMAGE_TOKENS = 1_600;
/** A limit in nano-USD that is less than the callers could spend. */
const CAP = 300_000_000;

let world: LimitedWorld;
let proxies: ProxyProcess[];
/**
 * The usage that the provider bills for each body: a token per six bytes of text in any form, and the tokens of
 * pictures.
 */
const usages = new Map<string, ProviderUsage>();

/** The bodies of a key. It also stores the usage that the provider bills for each. */
function bodiesOf({ keyId }: KeyFixture, seed: number): string[] {
  return fc.sample(hostileBodies(), { numRuns: 15, seed }).map(({ text, mediaBytes }, index) => {
    const caps = `"model":"gpt-5-mini","user":"${keyId}","max_completion_tokens":${MAX_ANSWERED}`;
    const body = `{${caps},"seed":${index},${text.slice(1)}`;
    const pictures = text.split('"media_type":"image/png"').length - 1;
    const input =
      Math.floor((Buffer.byteLength(body) - mediaBytes) / 6) + (mediaBytes > 0 ? pictures * IMAGE_TOKENS : 0);
    usages.set(body, { prompt_tokens: input, completion_tokens: MAX_ANSWERED });
    return body;
  });
}

beforeAll(async () => {
  const limit = `{ id: all, node: organization, budget_usd: ${CAP / 1e9}, per: month, chunk: ${CAP / 20e9} }`;
  const usage = (body: string): ProviderUsage => usages.get(body) ?? { prompt_tokens: 1e6, completion_tokens: 1e6 };
  world = await openLimitedWorld(inject('databaseUrl'), ['red', 'blue'], () => [limit], { content: '', usage });
  proxies = await Promise.all(Array.from({ length: PROCESSES }, () => startProxyProcess(world.env)));
});

afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.end('SIGTERM')));
  await world.close();
});

it('200 callers with deceptive bodies use a budget over four processes: it is not exceeded', async () => {
  const others: string[] = [];
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      const key = world.keys[caller % world.keys.length] as KeyFixture;
      for (const [turn, body] of bodiesOf(key, caller).entries()) {
        const answer = await world.call(proxies[(caller + turn) % PROCESSES] as ProxyProcess, key, body);
        if (answer?.type === 'budget_exceeded') continue;
        // On a very busy machine, Postgres answers no exchange within two seconds.
        if (answer?.status !== 200 && answer?.type !== 'enforcement_unavailable')
          others.push(`${answer?.status} ${answer?.type} ${body.slice(0, 300)}`);
      }
    }),
  );
  await Promise.all(proxies.map((proxy) => proxy.end('SIGTERM')));
  expect(others).toEqual([]);
  expect(world.spent()).toBeGreaterThan(CAP / 2);
  expect(world.spent()).toBeLessThanOrEqual(CAP);
  const { rows } = await world.database.pool.query<{ settled: number; lapsed: number; leased: number }>(
    `SELECT settled::float8 AS settled, lapsed::float8 AS lapsed, leased::float8 AS leased FROM gateway_limit_counters`,
  );
  expect(rows).toEqual([{ settled: world.spent(), lapsed: 0, leased: 0 }]);
}, 120_000);
