import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../../testing/random.ts';
import { ENGINES, GATEWAYS, SERVICES, type ProcessName } from '../../../testing/processes/system-world.ts';
import { killAtRandom } from '../kill-at-random.ts';
import type { Stage } from '../../../testing/scenarios/scenario.ts';

const VICTIMS = { services: [...GATEWAYS, ...SERVICES], engineOdds: 1 / 3 };
/** A process is sometimes frozen and resumed. Some freezes last longer than the lease of a limit. */
const FREEZES = 4;
const FROZEN_MS = { min: 2_000, max: 25_000 };
const PAUSE_MS = 500;

/** The kills and freezes of processes. */
export interface FireKills {
  readonly killed: readonly ProcessName[];
  readonly frozen: readonly ProcessName[];
  /** The processes that ended although everything that they need was available. */
  readonly faults: readonly string[];
}

/**
 * Kills processes at random moments during a number of seconds, and freezes some, until the number of kills is reached.
 */
export async function killUnderLoad(
  { world, size }: Pick<Stage, 'world' | 'size'>,
  random: Random,
  env: Readonly<Record<string, string>>,
): Promise<FireKills> {
  const startedAt = performance.now();
  const share = (): number => (performance.now() - startedAt) / (size.seconds * 1_000);
  const [killed, frozen, faults]: [ProcessName[], ProcessName[], string[]] = [[], [], []];
  while (share() < 1 || killed.length < size.kills) {
    if (killed.length < size.kills * share()) {
      const round = await killAtRandom(world, random, env, VICTIMS);
      killed.push(...round.killed);
      if (!round.mayFall) faults.push(...round.fallen.map((name) => `${name} ended without a kill`));
    } else if (frozen.length + 1 < (FREEZES + 1) * share()) {
      const name = random.pick([...VICTIMS.services, ...ENGINES]);
      frozen.push(name);
      world.signal(name, 'SIGSTOP');
      await delay(random.whole(FROZEN_MS.min, FROZEN_MS.max));
      world.signal(name, 'SIGCONT');
    } else await delay(PAUSE_MS);
  }
  return { killed, frozen, faults };
}
