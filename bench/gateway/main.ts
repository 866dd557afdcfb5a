import { strict as assert } from 'node:assert';
import { Pool } from 'undici';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { cpuMs } from '../reports/cpu-meter.ts';
import { median } from '../reports/spread.ts';
import { openGatewayPlace, type Contender } from './gateway-place.ts';

/**
 * What the gateway costs a call: limits, log and journal on, before a provider that answers at once, against a proxy of the same parts that
 * looks at nothing. They take turns; ratios are medians over the rounds. Processor time for each call hardly depends on what else the
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
let sentToGateway = 0;

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
  if (name === place.gateway.name) sentToGateway += count;
  await pool.close();
  return took;
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
  const { provider, bare, gateway } = place;
  for (const contender of [bare, gateway]) await send(contender, calls / 4, AT_ONCE);
  const loads: { bare: Round; gateway: Round }[] = [];
  const alone: { direct: number; bare: number; gateway: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    loads.push({ bare: await load(bare), gateway: await load(gateway) });
    alone.push({
      direct: median(await send(provider, ALONE, 1)),
      bare: median(await send(bare, ALONE, 1)),
      gateway: median(await send(gateway, ALONE, 1)),
    });
  }
  const events = place.countEvents();
  for (const event of ['request_admitted', 'attempt', 'cost_effect', 'request_terminal'])
    assert.equal(events.get(event), sentToGateway, `a row of each call: ${event}`);

  const of = (pick: (round: (typeof loads)[number]) => number): number => median(loads.map(pick));
  const added = (name: 'bare' | 'gateway'): string =>
    (median(alone.map((round) => round[name] - round.direct)) * 1_000).toFixed(0);
  console.log(
    `${calls} calls a round, ${AT_ONCE} at once, ${rounds} rounds; each of ${sentToGateway} calls has its row`,
  );
  console.log(
    `calls a second     bare ${of((r) => r.bare.perSecond).toFixed(0)}, gateway ${of((r) => r.gateway.perSecond).toFixed(0)}`,
  );
  console.log(`  ratio            ${of((r) => r.gateway.perSecond / r.bare.perSecond).toFixed(2)} of bare (goal 0.75)`);
  console.log(
    `processor, a call  bare ${of((r) => r.bare.cpuMicros).toFixed(0)} µs, gateway ${of((r) => r.gateway.cpuMicros).toFixed(0)} µs`,
  );
  console.log(`  ratio            ${of((r) => r.bare.cpuMicros / r.gateway.cpuMicros).toFixed(2)} of bare`);
  console.log(`added, one at a time, p50  bare ${added('bare')} µs, gateway ${added('gateway')} µs (goal 190)`);
} finally {
  await place.close();
}
