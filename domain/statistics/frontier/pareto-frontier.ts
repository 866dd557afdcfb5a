/** The cost and quality of an arm. */
export interface ArmPoint {
  readonly arm: string;
  /** The cost, in any unit; null if it is unknown. */
  readonly cost: number | null;
  readonly quality: number;
}

/** The arms that no other arm beats, and the arms that could not be compared. */
export interface ParetoFrontier {
  /** The names of the arms on the frontier, in the order of the points. */
  readonly arms: readonly string[];
  readonly excluded: readonly { readonly arm: string; readonly reason: 'unpriced' }[];
}

/**
 * The Pareto frontier of lower cost and higher quality. An arm is not on the frontier if another arm is at least as
 * good in both and better in one. Equal arms are on it together. An unknown cost is never 0: such an arm is excluded,
 * and beats no other.
 */
export function paretoFrontier(points: readonly ArmPoint[]): ParetoFrontier {
  const priced = points.flatMap(({ arm, cost, quality }) => (cost === null ? [] : [{ arm, cost, quality }]));
  return {
    arms: priced.filter((point) => !priced.some((other) => beats(other, point))).map(({ arm }) => arm),
    excluded: points.filter(({ cost }) => cost === null).map(({ arm }) => ({ arm, reason: 'unpriced' })),
  };
}

interface PricedPoint {
  readonly cost: number;
  readonly quality: number;
}

function beats(one: PricedPoint, other: PricedPoint): boolean {
  const isAsGood = one.cost <= other.cost && one.quality >= other.quality;
  return isAsGood && (one.cost < other.cost || one.quality > other.quality);
}
