import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { paretoFrontier, type ArmPoint } from './pareto-frontier.ts';

/** The result of one arm for one item. Whole numbers, such as nano-USD and 0 or 1, make exact sums. */
export interface FrontierCell {
  /** The cost of the answer; null if it is unknown. */
  readonly cost: number | null;
  readonly quality: number;
}

/** The items that every arm answered, and the choices of the bootstrap. */
interface FrontierSample {
  /** The names of the arms. */
  readonly arms: readonly string[];
  /** The cells of each item, in the order of the arms. */
  readonly items: readonly (readonly FrontierCell[])[];
  /** A 32-bit integer. The same seed and items give the same probabilities on every machine. */
  readonly seed: number;
  /** The requested number of resamples. At most `MAX_RESAMPLES` are drawn. */
  readonly resamples: number;
}

/** The place of an arm in relation to the frontier. */
export interface FrontierMembership {
  readonly arm: string;
  /** The share of resamples in which the arm is on the frontier; null if it is excluded. */
  readonly probability: number | null;
  /** True if the arm is on the frontier of all items, without regard to chance. */
  readonly isOnFrontier: boolean;
  /** The reason of the exclusion; absent if the arm is compared. */
  readonly reason?: 'unpriced' | 'no_items';
}

/** The largest number of resamples. The standard error of a probability is then at most 0.005. */
export const MAX_RESAMPLES = 10_000;
/** The largest number of cells that all resamples read, at most half a second of work. */
const MAX_READS = 50_000_000;

/**
 * The probability of each arm to be on the Pareto frontier of cost and quality, by a bootstrap over items. A resample
 * draws items with replacement, and all arms have the same items: so difficult items do not look like a difference of
 * arms. Large samples get fewer resamples.
 */
export function frontierProbability({ arms, items, seed, resamples }: FrontierSample): FrontierMembership[] {
  if (items.length === 0) {
    return arms.map((arm) => ({ arm, probability: null, isOnFrontier: false, reason: 'no_items' }));
  }
  const observed = paretoFrontier(totalsOf(arms, items));
  const priced = arms.filter((arm) => observed.excluded.every((other) => other.arm !== arm));
  const columns = priced.map((arm) => columnsOf(arm, arms.indexOf(arm), items));
  const draws = drawCount(resamples, items.length * priced.length);
  const memberships = new Map(priced.map((arm) => [arm, 0]));
  const generator = xoroshiro128plus(seed);
  const times = new Float64Array(items.length);
  for (let draw = 0; draw < draws; draw += 1) {
    times.fill(0);
    for (let drawn = 0; drawn < items.length; drawn += 1) {
      const item = uniformInt(generator, 0, items.length - 1);
      times[item] = (times[item] ?? 0) + 1;
    }
    const totals = columns.map(({ arm, costs, qualities }) => ({
      arm,
      cost: weightedSum(costs, times),
      quality: weightedSum(qualities, times),
    }));
    for (const arm of paretoFrontier(totals).arms) memberships.set(arm, (memberships.get(arm) ?? 0) + 1);
  }
  return arms.map((arm) => {
    const count = memberships.get(arm);
    if (count === undefined) return { arm, probability: null, isOnFrontier: false, reason: 'unpriced' };
    return { arm, probability: count / draws, isOnFrontier: observed.arms.includes(arm) };
  });
}

/** The numbers of one arm, item by item. Resamples read such columns several times as fast as the cells of items. */
interface ArmColumns {
  readonly arm: string;
  readonly costs: Float64Array;
  readonly qualities: Float64Array;
}

function columnsOf(arm: string, place: number, items: FrontierSample['items']): ArmColumns {
  return {
    arm,
    costs: Float64Array.from(items, (item) => item[place]?.cost ?? 0),
    qualities: Float64Array.from(items, (item) => item[place]?.quality ?? 0),
  };
}

/** The sum of a column in which each item occurs this number of times. */
function weightedSum(column: Float64Array, times: Float64Array): number {
  let sum = 0;
  for (let item = 0; item < column.length; item += 1) sum += (column[item] ?? 0) * (times[item] ?? 0);
  return sum;
}

/** The resamples that are drawn: at least one, at most the two limits. */
function drawCount(resamples: number, readsOfOne: number): number {
  return Math.max(1, Math.min(resamples, MAX_RESAMPLES, Math.floor(MAX_READS / Math.max(1, readsOfOne))));
}

/** The sums of each arm. All arms have the same items, so sums order them like means. */
function totalsOf(arms: readonly string[], items: readonly (readonly FrontierCell[])[]): ArmPoint[] {
  return arms.map((arm, place) => {
    let cost: number | null = 0;
    let quality = 0;
    for (const item of items) {
      const cell = item[place];
      cost = cost === null || cell === undefined || cell.cost === null ? null : cost + cell.cost;
      quality += cell?.quality ?? 0;
    }
    return { arm, cost, quality };
  });
}
