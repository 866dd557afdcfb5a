/**
 * Measures the effect on one tenant while another tenant attacks: `npm run bench:hostile`. It fails if a call of the
 * victim or a turn of the serving loop takes too long, or if a process ends. The machine may do other work: idle times
 * are measured in the same run, and a turn counts by its time on a processor.
 */
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { plainCall } from '../gateway/played-calls.ts';
import { API_ATTACKS } from './api-attacks.ts';
import type { AttackedProcess } from './attacked-process.ts';
import { GATEWAY_ATTACKS } from './gateway-attacks.ts';
import { openHostileWorld, startAttack, VICTIM_PATH } from './hostile-world.ts';
import { measureVictim, type VictimRequests, type VictimResults } from './measure-victim.ts';

/**
 * The maximum duration of a turn, and the maximum increase of a call's 99th percentile by an attack, in milliseconds.
 */
const MAX_TURN_MS = 100;
const MAX_P99_MS = 250;
const MAX_TIMES_IDLE = 5;

const { seconds, only } = createProgram(
  'npm run bench:hostile --',
  'Measures how attacks of one tenant affect another tenant, at the gateway and at the API.',
)
  .option('--seconds <number>', 'seconds of each attack', positiveNumber, 6)
  .option('--only <text>', 'runs only attacks whose name contains this text', '')
  .parse()
  .opts<{ seconds: number; only: string }>();
const forMs = seconds * 1_000;

const world = await openHostileWorld();
let failures = 0;
try {
  const call = plainCall();
  const atGateway = {
    url: `${world.gateway.origin}${call.path}`,
    token: world.victimKey,
    body: Buffer.from(call.body),
  };
  await measureServer('gateway', world.gateway, atGateway, GATEWAY_ATTACKS);
  const atApi = { url: `${world.api.origin}${VICTIM_PATH}`, token: world.victimToken };
  await measureServer('api', world.api, atApi, API_ATTACKS);
} finally {
  await world.close();
}
if (failures > 0) throw new Error(`${failures} attacks were noticed.`);

async function measureServer(
  name: string,
  server: AttackedProcess,
  asked: VictimRequests,
  attacks: Readonly<Record<string, unknown>>,
): Promise<void> {
  console.log(
    `${name}, ${server.hasLimit ? 'with 1 GiB of memory' : 'without a limit of memory, which is not allowed here'}`,
  );
  // This warms up compilers and caches.
  await measureVictim(asked, forMs);
  await server.watch();
  const idle = await measureVictim(asked, forMs);
  const max = Math.max(MAX_P99_MS, MAX_TIMES_IDLE * idle.p99Ms);
  console.log(lineOf('nobody attacks', idle, await server.watch()));
  for (const attack of Object.keys(attacks).filter((one) => one.includes(only))) {
    if (!(await measureAttack(attack, server, asked, max))) failures += 1;
    if (!server.isAlive()) throw new Error(`The ${name} ended.`);
  }
}

/** True if the attack had no effect. */
async function measureAttack(
  name: string,
  server: AttackedProcess,
  asked: VictimRequests,
  maxMs: number,
): Promise<boolean> {
  const attack = await startAttack(name, world.targets);
  await server.watch();
  const suffered = await measureVictim(asked, forMs);
  const watched = await server.watch();
  const tally = await attack.stop();
  world.restoreConfiguration();
  const isRefused = Object.keys(suffered.refused).length > 0;
  const isFine = suffered.p99Ms <= maxMs && watched.onProcessorMs <= MAX_TURN_MS && !isRefused && server.isAlive();
  const answers = Object.entries(tally).map(([status, count]) => `${count} × ${status}`);
  console.log(
    `${lineOf(name, suffered, watched)}; ${answers.join(', ') || 'no answer'}${isFine ? '' : '  <- noticed'}`,
  );
  return isFine;
}

function lineOf(
  name: string,
  { p99Ms, calls, refused }: VictimResults,
  watched: Awaited<ReturnType<AttackedProcess['watch']>>,
): string {
  const others = Object.entries(refused).map(([status, count]) => `, ${count} × ${status}`);
  const turn = `turn ${watched.onProcessorMs.toFixed(0)} ms on a processor, ${watched.turnMs.toFixed(0)} in all`;
  return `${name.padEnd(40)} p99 ${p99Ms.toFixed(0).padStart(5)} ms of ${calls} calls${others.join('')}; ${turn}; ${watched.residentMib.toFixed(0)} MiB`;
}
