import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../testing/random.ts';
import { ENGINES, SERVICES, type ProcessName, type SystemWorld } from '../../testing/processes/system-world.ts';

/** The probability that a round also kills a second process of ours. */
const SECOND_ODDS = 1 / 3;
/**
 * The duration of a round, in which kills happen at random moments. `AWAY_MS` is the maximum time until a killed
 * process is started.
 */
export const ROUND_MS = 5_000;
const AWAY_MS = 4_000;

/** The processes that a round can kill. */
export interface Victims {
  /** Our own running processes. */
  readonly services: readonly ProcessName[];
  /** The probability that the first victim is an engine instead. */
  readonly engineOdds: number;
}

const OWN_PROCESSES: Victims = { services: SERVICES, engineOdds: 1 / 6 };

/** The result of one round. */
export interface KillRound {
  readonly killed: readonly ProcessName[];
  /** The instant of the last kill, in Unix milliseconds. */
  readonly lastAt: number;
  /** Processes that ended without a kill. They were started again, as by a supervisor. */
  readonly fallen: readonly ProcessName[];
  /**
   * True if such ends are permitted: a process that starts while an engine is unavailable ends, and its supervisor
   * starts it again.
   */
  readonly mayFall: boolean;
}

/** Kills one or two processes at random moments and starts them again; resolves when all killed processes run again. */
export async function killAtRandom(
  world: SystemWorld,
  random: Random,
  env: Readonly<Record<string, string>>,
  { services, engineOdds }: Victims = OWN_PROCESSES,
): Promise<KillRound> {
  const first = random.chance(engineOdds) ? random.pick(ENGINES) : random.pick(services);
  const second = random.pick(services.filter((name) => name !== first));
  const victims = random.chance(SECOND_ODDS) ? [first, second] : [first];
  const plans = victims.map((name) => ({ name, at: random.whole(0, ROUND_MS), away: random.whole(0, AWAY_MS) }));

  let lastAt = 0;
  const startedAt = performance.now();
  const downs = plans.map(async ({ name, at, away }) => {
    await delay(at);
    lastAt = Math.max(lastAt, Date.now());
    await world.kill(name);
    await delay(away);
  });
  // A starting process needs its engines, so an engine is started before the other processes.
  for (const [index, { name }] of plans.entries()) {
    await downs[index];
    await world.start(name, env);
  }
  await delay(Math.max(0, ROUND_MS - (performance.now() - startedAt)));
  const fallen = [...services, ...ENGINES].filter((name) => !world.lives(name));
  for (const name of fallen) await world.start(name, env);
  return { killed: victims, lastAt, fallen, mayFall: ENGINES.some((engine) => victims.includes(engine)) };
}
