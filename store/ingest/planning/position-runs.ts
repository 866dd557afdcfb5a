/**
 * Positions of lines by name, as half-open runs. A flood folds the values of consecutive lines, so that a run replaces
 * thousands of positions.
 */
export type PositionRuns = Readonly<Record<string, readonly (readonly [from: number, to: number])[]>>;

/** The runs of positions in ascending order. */
export function runsOfPositions(positions: ReadonlyMap<string, readonly number[]>): PositionRuns {
  return Object.fromEntries([...positions].map(([name, indexes]) => [name, runsOf(indexes)]));
}

/** The positions in runs, in the order of the runs. */
export function positionsFromRuns(runs: PositionRuns): ReadonlyMap<string, readonly number[]> {
  return new Map(
    Object.entries(runs).map(([name, ranges]) => [
      name,
      ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, step) => from + step)),
    ]),
  );
}

function runsOf(indexes: readonly number[]): [from: number, to: number][] {
  const runs: [from: number, to: number][] = [];
  for (const index of indexes) {
    const last = runs.at(-1);
    if (last?.[1] === index) last[1] = index + 1;
    else runs.push([index, index + 1]);
  }
  return runs;
}
