import { cpuMs } from '../reports/cpu-meter.ts';
import { median, medianRatio } from '../reports/spread.ts';
import type { CostedSystem } from './costed-system.ts';

/** The number of tasks, and of callers. Each caller waits for one task before it begins the next. */
export interface Load {
  readonly name: string;
  readonly callers: number;
  readonly pieces: number;
  readonly rounds: number;
  readonly piece: (system: CostedSystem, name: string) => Promise<void>;
}

/** Milliseconds of one task, by round: elapsed time, and processor time of API and worker. */
interface Taken {
  readonly elapsed: number[];
  readonly spent: number[];
}

/**
 * Gives each system the load in turns, and starts each round with another system. It reports each system's time
 * relative to the first system.
 */
export async function measureInTurns(
  systems: readonly CostedSystem[],
  load: Load,
  report: (line: string) => void,
): Promise<void> {
  const taken = systems.map((): Taken => ({ elapsed: [], spent: [] }));
  // The first round is a warm-up and does not count.
  for (let round = -1; round < load.rounds; round += 1) {
    for (let turn = 0; turn < systems.length; turn += 1) {
      const index = (turn + round + systems.length) % systems.length;
      const system = systems[index];
      if (system === undefined) throw new Error('unreachable');
      const { elapsed, spent } = await bear(system, load, `${load.name} ${round}`);
      if (round < 0) continue;
      taken[index]?.elapsed.push(elapsed / load.pieces);
      taken[index]?.spent.push(spent / load.pieces);
    }
  }
  const [first] = taken;
  report(`\n${load.name}: ${load.pieces} by ${load.callers}, ${load.rounds} alternating rounds`);
  for (const [index, { elapsed, spent }] of taken.entries()) {
    const sides = [
      `${median(elapsed).toFixed(2).padStart(7)} ms ${medianRatio(elapsed, first?.elapsed ?? []).toFixed(2)} ×`,
      `${mean(spent).toFixed(2).padStart(7)} ms of processor ${(mean(spent) / mean(first?.spent ?? [])).toFixed(2)} ×`,
    ];
    report(`  ${(systems[index]?.name ?? '').padEnd(14)} ${sides.join('  ')}`);
  }
}

async function bear(system: CostedSystem, load: Load, label: string): Promise<{ elapsed: number; spent: number }> {
  const before = spentBy(system);
  const began = performance.now();
  let next = 0;
  const call = async (): Promise<void> => {
    while (next < load.pieces) await load.piece(system, `${label} ${(next += 1)}`);
  };
  await Promise.all(Array.from({ length: load.callers }, call));
  return { elapsed: performance.now() - began, spent: spentBy(system) - before };
}

function spentBy({ pids }: CostedSystem): number {
  return pids.reduce((sum, pid) => sum + (cpuMs(pid) ?? Number.NaN), 0);
}

/** The mean. Processor time is counted in ticks that are longer than one task, so only sums are meaningful. */
function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
