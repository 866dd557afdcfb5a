/**
 * The smallest argument at which a monotone condition becomes true, to the precision of a double. It is `high` if the
 * condition is false everywhere below.
 */
export function smallestCrossing(low: number, high: number, isCrossed: (argument: number) => boolean): number {
  let [below, above] = [low, high];
  let middle = (below + above) / 2;
  while (below < middle && middle < above) {
    if (isCrossed(middle)) above = middle;
    else below = middle;
    middle = (below + above) / 2;
  }
  return above;
}
