import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../support/property/random.ts';
import { ENGINES, SERVICES, type ProcessName, type SystemWorld } from '../support/processes/system-world.ts';

/** In one round of six an engine is killed, in the others one of our own processes, in one of three yet another of them. */
const ENGINE_ODDS = 1 / 6;
const SECOND_ODDS = 1 / 3;
/** A kill comes at any moment of so long a round, and what was killed is away for at most so long before it is started. */
export const ROUND_MS = 5_000;
const AWAY_MS = 4_000;

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
): Promise<KillRound> {
  const first = random.chance(ENGINE_ODDS) ? random.pick(ENGINES) : random.pick(SERVICES);
  const second = random.pick(SERVICES.filter((name) => name !== first));
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
  const fallen = [...SERVICES, ...ENGINES].filter((name) => !world.lives(name));
  for (const name of fallen) await world.start(name, env);
  return { killed: victims, lastAt, fallen, mayFall: ENGINES.some((engine) => victims.includes(engine)) };
}
