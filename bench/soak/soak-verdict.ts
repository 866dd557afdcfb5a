import { PROCESSES } from '../../test/support/system-world.ts';
import type { ProcessMemory } from './process-memory.ts';
import type { SampledProcess, SoakSample } from './soak-sample.ts';

/** The first third of a soak fills caches and compiles code; memory is judged over the rest. */
const JUDGED_FROM = 1 / 3;
/**
 * The rest is cut into so many parts, and the lowest of each is judged: what a process holds above it, it had not collected
 * yet. Collections are minutes apart, so that a line through all samples shows where they fell and not what is kept.
 */
const PARTS = 4;
/** Memory is flat where the line through these rises by less than this, */
const MOST_MIB_A_MINUTE = 1;
/** and, from its one end to the other, by less than this share of what it begins with. */
const MOST_GROWTH = 0.1;
/** The work is bounded where none of it ever waited longer, however long the soak took. */
const MOST_LAG_SECONDS = 60;
const MOST_OUTBOX_SECONDS = 60;

/** How the memory that is kept moved over the time that is judged. */
export interface MemoryTrend {
  readonly process: SampledProcess;
  readonly kind: keyof ProcessMemory;
  /** Where the line by least squares begins and ends, in MiB. */
  readonly from: number;
  readonly to: number;
  readonly mibPerMinute: number;
  readonly isFlat: boolean;
}

export function memoryTrends(samples: readonly SoakSample[]): MemoryTrend[] {
  const judged = samples.slice(Math.floor(samples.length * JUDGED_FROM));
  return PROCESSES.flatMap((process) =>
    (['resident', 'heap'] as const).map((kind) => {
      const points = judged.map(({ minute, memory }) => ({ x: minute, y: memory[process][kind] }));
      const floors = lowestOfEachPart(points);
      const { slope, at } = leastSquares(floors);
      const from = at(floors[0]?.x ?? Number.NaN);
      const to = at(floors.at(-1)?.x ?? Number.NaN);
      const isFlat = slope < MOST_MIB_A_MINUTE && to - from < MOST_GROWTH * from;
      return { process, kind, from, to, mibPerMinute: slope, isFlat };
    }),
  );
}

/** What is wrong with the soak by its samples. */
export function faultsOfSamples(samples: readonly SoakSample[]): string[] {
  const most = (of: (sample: SoakSample) => number): number => Math.max(...samples.map(of));
  const [outbox, lag] = [most((sample) => sample.outbox.oldestSeconds), most((sample) => sample.lag.seconds)];
  const dead = most((sample) => sample.outbox.dead);
  return [
    ...memoryTrends(samples)
      .filter(({ isFlat }) => !isFlat)
      .map(
        ({ process, kind, mibPerMinute }) =>
          `${process}: ${kind} memory grows by ${mibPerMinute.toFixed(2)} MiB a minute`,
      ),
    ...(outbox > MOST_OUTBOX_SECONDS ? [`an item of the outbox waited for ${outbox.toFixed(0)} s`] : []),
    ...(lag > MOST_LAG_SECONDS ? [`the indexer was ${lag.toFixed(0)} s behind the journal`] : []),
    ...(dead > 0 ? [`${dead} items of the outbox are dead`] : []),
  ];
}

/** The rule in words. */
export const MEMORY_RULE = `flat: by least squares through the lowest of each quarter of the last two thirds, less than ${MOST_MIB_A_MINUTE} MiB a minute and less than ${MOST_GROWTH * 100} % from end to end`;

interface Point {
  readonly x: number;
  readonly y: number;
}

function lowestOfEachPart(points: readonly Point[]): Point[] {
  const length = Math.ceil(points.length / PARTS);
  return Array.from({ length: PARTS }, (_, part) => points.slice(part * length, (part + 1) * length)).flatMap(
    (part) => part.toSorted((one, other) => one.y - other.y)[0] ?? [],
  );
}

function leastSquares(points: readonly Point[]): { slope: number; at: (x: number) => number } {
  const mean = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const slope = mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2);
  return { slope, at: (where) => y + slope * (where - x) };
}
