import { elementAt } from './element-at.ts';

/** The middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  return sortedMedian(values.toSorted((one, other) => one - other));
}

/** The median of values that are already in order. */
export function sortedMedian(sorted: readonly number[]): number {
  const middle = Math.floor(sorted.length / 2);
  const upper = elementAt(sorted, middle);
  return sorted.length % 2 === 1 ? upper : (elementAt(sorted, middle - 1) + upper) / 2;
}
