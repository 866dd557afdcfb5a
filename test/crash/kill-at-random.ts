import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../testing/random.ts';
import { ENGINES, SERVICES, type ProcessName, type SystemWorld } from '../../testing/processes/system-world.ts';

/** In one round of three yet another of our own processes is killed. */
const SECOND_ODDS = 1 / 3;
/**
 * A kill comes at any moment of so long a round, and what was killed is away for at most so long before it is started.
 */
export const ROUND_MS = 5_000;
const AWAY_MS = 4_000;

/** Which processes are killed. */
export interface Victims {
  /** Our own that run. */
  readonly services: readonly ProcessName[];
  /** How often it is an engine in place of one of them. */
  readonly engineOdds: number;
}

const OWN_PROCESSES: Victims = { services: SERVICES, engineOdds: 1 / 6 };

/** What one round has done. */
export interface KillRound {
  readonly killed: readonly ProcessName[];
  /** When the last of them was killed, in milliseconds of the epoch. */
  readonly lastAt: number;
  /** Processes that had ended though nobody had killed them; they were started again, as by a supervisor. */
  readonly fallen: readonly ProcessName[];
  /** Whether that may be: what starts while an engine is away ends, and leaves the next try to its supervisor. */
  readonly mayFall: boolean;
}

/** Kills one or two processes at random moments and starts them again; resolves when all that it killed is back. */
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
  // What starts needs its engines, so an engine is back before anything else is started.
  for (const [index, { name }] of plans.entries()) {
    await downs[index];
    await world.start(name, env);
  }
  await delay(Math.max(0, ROUND_MS - (performance.now() - startedAt)));
  const fallen = [...services, ...ENGINES].filter((name) => !world.lives(name));
  for (const name of fallen) await world.start(name, env);
  return { killed: victims, lastAt, fallen, mayFall: ENGINES.some((engine) => victims.includes(engine)) };
}
