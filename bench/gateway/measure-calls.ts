import { strict as assert } from 'node:assert';
import { median } from '../reports/spread.ts';
import { Caller, type Answer } from './caller.ts';
import type { GatewayBenchWorld } from './gateway-bench-world.ts';
import { JournalTally } from './journal-tally.ts';
import { startLitellm } from './peers/litellm-peer.ts';
import { startNginx } from './peers/nginx-peer.ts';
import type { StartPeer } from './peers/peer.ts';
import { startPortkey } from './peers/portkey-peer.ts';
import { PLAIN_ANSWER } from './played-calls.ts';
import type { Contender } from './start-contender.ts';
import {
  CONCURRENT_CALLS,
  PLAIN_CALL,
  createDeadlineCheck,
  requirePlainAnswer,
  sendCalls,
  measureTurn,
  createContenderRounds,
  type ContenderRounds,
} from './turns.ts';

export interface CallRounds {
  /** Seconds of each contender in a round. */
  readonly seconds: number;
  readonly rounds: number;
}

const PEERS: readonly (readonly [name: string, start: StartPeer])[] = [
  ['nginx', startNginx],
  ['Portkey', startPortkey],
  ['LiteLLM', startLitellm],
];

/**
 * Measures the cost of a call through the gateway: with limits, log and journal, with a provider that answers
 * immediately, and with every answer from the cache. It compares the gateway with a bare proxy of the same parts, with
 * nginx and with other gateways. They take turns, and ratios are medians over the rounds. Processor time per call
 * hardly depends on other work of the machine, but calls per second depend on it.
 */
export async function measureCalls(
  world: GatewayBenchWorld,
  { seconds, rounds }: CallRounds,
  report: (line: string) => void,
): Promise<void> {
  const [bare, gateway] = [await world.startBare(), await world.startGateway('governed')];
  const cached = await world.startGateway('answered from the cache', { cache: { enabled: true } });
  const peers: ContenderRounds[] = [];
  const absent: string[] = [];
  for (const [name, start] of PEERS)
    await world.startPeer(start).then(
      ({ headers, ...contender }) =>
        peers.push(createContenderRounds(contender, headers, name === 'nginx' ? requirePlainAnswer : sameWords)),
      (error: unknown) => absent.push(`${name} is absent: ${(error as Error).message}`),
    );
  const ours = { authorization: `Bearer ${world.token}` };
  const [direct, ...through] = [world.provider, bare, gateway, cached].map((one) =>
    createContenderRounds(one, ours, requirePlainAnswer),
  );
  const all = [direct!, ...through, ...peers];
  // The gateway stores the first answer only after its last byte, so early calls miss the cache.
  let misses = 0;
  while (!(await answersFromCache(cached, ours))) misses += 1;
  // The warm-up lets V8 compile; a cold process takes several times as long.
  for (const turns of all) await sendCalls(turns, CONCURRENT_CALLS, createDeadlineCheck(seconds));
  for (let round = 0; round < rounds; round += 1)
    for (let turn = 0; turn < all.length; turn += 1) await measureTurn(all[(turn + round) % all.length]!, seconds);
  const [sent, hits] = [through[1]!.sent, through[2]!.sent + misses + 1];
  requireRows(new JournalTally(gateway.journal), sent, sent);
  // If a cache look-up takes too long on a busy machine, the call goes to the provider; such calls are counted and
  // reported.
  const slow = requireRows(new JournalTally(cached.journal), hits, misses, hits) - misses;
  report(
    `\n${seconds} s per round, ${CONCURRENT_CALLS} concurrent, ${rounds} rounds; each of ${sent + hits} calls has its row`,
  );
  if (slow > 0) report(`${slow} of ${hits} cache look-ups took too long, and their calls were sent to the provider`);
  for (const line of [...linesOf(all), ...absent]) report(line);
}

async function answersFromCache({ origin }: Contender, headers: ContenderRounds['headers']): Promise<boolean> {
  const caller = new Caller(origin, 1, headers);
  const answer = await caller.send(PLAIN_CALL);
  await caller.close();
  return answer.headers['x-tt-cache'] === 'hit';
}

/** Throws if the content of the answer differs. Its bytes may differ, because other gateways rewrite answers. */
function sameWords({ status, body }: Answer): void {
  assert.equal(status, 200, body.toString());
  const wordsOf = (bytes: Buffer): unknown =>
    (JSON.parse(bytes.toString()) as { choices: [{ message: { content: string } }] }).choices[0].message.content;
  assert.equal(wordsOf(body), wordsOf(PLAIN_ANSWER));
}

/** Returns the attempts. Asserts that each has its cost, and that their number is between `min` and `max`. */
function requireRows(tally: JournalTally, requests: number, min: number, max = min): number {
  tally.requireRequests(requests);
  const attempts = tally.linesOf('attempt');
  assert.ok(attempts >= min && attempts <= max, `${attempts} attempts, not ${min} to ${max}`);
  assert.equal(tally.linesOf('cost_effect'), attempts, 'cost_effect');
  return attempts;
}

function linesOf(all: readonly ContenderRounds[]): string[] {
  const [direct, bare] = all as readonly [ContenderRounds, ContenderRounds];
  const portkey = all.find(({ contender }) => contender.name === 'Portkey');
  const ratio = (of: readonly number[], to: readonly number[]): string =>
    median(of.map((value, round) => value / (to[round] ?? Number.NaN))).toFixed(2);
  const lines = all.map(({ contender, perSecond, cpuMicros, aloneMicros }) => {
    const added = median(aloneMicros.map((micros, round) => micros - (direct.aloneMicros[round] ?? Number.NaN)));
    return [
      contender.name.padEnd(24),
      `${median(perSecond).toFixed(0).padStart(6)} a second (${ratio(perSecond, bare.perSecond)} of bare)`,
      `${median(cpuMicros).toFixed(0).padStart(6)} µs of a core (${ratio(bare.cpuMicros, cpuMicros)})`,
      `${added.toFixed(0).padStart(6)} µs added alone`,
    ].join('  ');
  });
  const governed = all[2]!;
  const toPortkey =
    portkey === undefined
      ? ''
      : `, ${ratio(governed.perSecond, portkey.perSecond)} × Portkey a second and ${ratio(portkey.cpuMicros, governed.cpuMicros)} × by processor time (goal 10)`;
  return [
    ...lines,
    `governed is ${ratio(governed.perSecond, bare.perSecond)} of bare a second and ${ratio(bare.cpuMicros, governed.cpuMicros)} by processor time (goal 0.75)${toPortkey}; goal of what is added alone: 190 µs`,
  ];
}
