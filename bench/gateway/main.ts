import { strict as assert } from 'node:assert';
import { Pool } from 'undici';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { cpuMs } from '../reports/cpu-meter.ts';
import { median } from '../reports/spread.ts';
import { openGatewayPlace, type Contender } from './gateway-place.ts';
import { measureLooks } from './measure-looks.ts';

/**
 * What the gateway costs a call: limits, log and journal on, before a provider that answers at once, and the same with every call answered from
 * its cache, against a proxy of the same parts that looks at nothing. They take turns; ratios are medians over the rounds. Processor time for each call hardly depends on what else the
 * machine does, and calls a second do: the caller shares a core with the provider.
 *
 * `npm run bench:gateway -- [calls] [rounds]`
 */
const program = createProgram(
  'npm run bench:gateway --',
  'Measures what the gateway costs a call, against a bare proxy.',
)
  .argument('[calls]', 'calls of a round for each contender, 32 at once', positiveNumber, 20_000)
  .argument('[rounds]', 'rounds', positiveNumber, 5)
  .parse();
const [calls, rounds] = program.processedArgs as [number, number];
const AT_ONCE = 32;
/** Calls one after the other, of each round. */
const ALONE = 500;
const BODY = JSON.stringify({ model: 'gpt-5-mini', messages: [{ role: 'user', content: 'x'.repeat(800) }] });

const place = await openGatewayPlace();
const headers = { authorization: `Bearer ${place.token}`, 'content-type': 'application/json' };
const sent = new Map<string, number>();

interface Round {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

/** Sends so many calls, so many at once; gives the milliseconds that each took. */
async function send({ origin, name }: Contender, count: number, atOnce: number): Promise<number[]> {
  const pool = new Pool(origin, { connections: atOnce });
  const took: number[] = [];
  let left = count;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left > 0) {
        left -= 1;
        const startedAt = performance.now();
        const { statusCode, body } = await pool.request({
          method: 'POST',
          path: '/v1/chat/completions',
          headers,
          body: BODY,
        });
        const { byteLength } = await body.arrayBuffer();
        took.push(performance.now() - startedAt);
        assert.deepEqual([statusCode, byteLength > 800], [200, true]);
      }
    }),
  );
  sent.set(name, (sent.get(name) ?? 0) + count);
  await pool.close();
  return took;
}

let looksForHit = 0;

/** Whether the gateway with a cache answers from it. */
async function isHit(): Promise<boolean> {
  looksForHit += 1;
  const pool = new Pool(place.cached.origin);
  const answer = await pool.request({ method: 'POST', path: '/v1/chat/completions', headers, body: BODY });
  await answer.body.dump();
  await pool.close();
  return answer.headers['x-tt-cache'] === 'hit';
}

async function load(contender: Contender): Promise<Round> {
  const [cpuBefore, startedAt] = [cpuMs(contender.pid) ?? Number.NaN, performance.now()];
  await send(contender, calls, AT_ONCE);
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    perSecond: calls / seconds,
    cpuMicros: (((cpuMs(contender.pid) ?? Number.NaN) - cpuBefore) * 1_000) / calls,
  };
}

try {
  const { provider, bare, gateway, cached } = place;
  // The first answer is kept behind its last byte.
  for (let hits = false; !hits;) hits = await isHit();
  for (const contender of [bare, gateway, cached]) await send(contender, calls / 4, AT_ONCE);
  const loads: Record<'bare' | 'gateway' | 'cached', Round>[] = [];
  const alone: Record<'direct' | 'bare' | 'gateway' | 'cached', number>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    loads.push({ bare: await load(bare), gateway: await load(gateway), cached: await load(cached) });
    alone.push({
      direct: median(await send(provider, ALONE, 1)),
      bare: median(await send(bare, ALONE, 1)),
      gateway: median(await send(gateway, ALONE, 1)),
      cached: median(await send(cached, ALONE, 1)),
    });
  }
  const events = place.countEvents(gateway);
  for (const event of ['request_admitted', 'attempt', 'cost_effect', 'request_terminal'])
    assert.equal(events.get(event), sent.get(gateway.name), `a row of each call: ${event}`);
  const ofHits = place.countEvents(cached);
  const asked = (sent.get(cached.name) ?? 0) + looksForHit;
  for (const event of ['request_admitted', 'request_terminal'])
    assert.equal(ofHits.get(event), asked, `a row of each hit: ${event}`);
  assert.ok((ofHits.get('attempt') ?? 0) <= looksForHit, 'no hit is asked of the provider');

  const of = (pick: (round: (typeof loads)[number]) => number): number => median(loads.map(pick));
  const added = (name: 'bare' | 'gateway' | 'cached'): string =>
    (median(alone.map((round) => round[name] - round.direct)) * 1_000).toFixed(0);
  console.log(
    `${calls} calls a round, ${AT_ONCE} at once, ${rounds} rounds; each of ${(sent.get(gateway.name) ?? 0) + asked} calls has its row`,
  );
  const perSecond = (name: 'bare' | 'gateway' | 'cached'): string => of((r) => r[name].perSecond).toFixed(0);
  const cpu = (name: 'bare' | 'gateway' | 'cached'): string => of((r) => r[name].cpuMicros).toFixed(0);
  console.log(
    `calls a second     bare ${perSecond('bare')}, gateway ${perSecond('gateway')}, hits ${perSecond('cached')}`,
  );
  console.log(
    `  ratio            gateway ${of((r) => r.gateway.perSecond / r.bare.perSecond).toFixed(2)} of bare (goal 0.75), hits ${of((r) => r.cached.perSecond / r.bare.perSecond).toFixed(2)}`,
  );
  console.log(`processor, a call  bare ${cpu('bare')} µs, gateway ${cpu('gateway')} µs, hit ${cpu('cached')} µs`);
  console.log(
    `  ratio            gateway ${of((r) => r.bare.cpuMicros / r.gateway.cpuMicros).toFixed(2)} of bare, hit ${of((r) => r.bare.cpuMicros / r.cached.cpuMicros).toFixed(2)}`,
  );
  console.log(
    `added, one at a time, p50  bare ${added('bare')} µs, gateway ${added('gateway')} µs (goal 190), hit ${added('cached')} µs`,
  );
  for (const line of await measureLooks()) console.log(line);
} finally {
  await place.close();
}
