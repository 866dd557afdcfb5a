const DECILES = 10;

/**
 * The candidates for a threshold: the distinct deciles of the scores, highest first. Each is a score that occurs. The
 * last one is the lowest score, which accepts every row. Without scores, the grid is empty.
 */
export function thresholdGrid(scores: readonly number[]): number[] {
  const ascending = Float64Array.from(scores).toSorted();
  const deciles = Array.from(
    { length: DECILES },
    (_, decile) => ascending[Math.floor((scores.length * decile) / DECILES)],
  );
  const distinct = new Set(deciles.filter((score) => score !== undefined));
  return [...distinct].toReversed();
}
