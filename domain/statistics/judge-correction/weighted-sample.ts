/** Labelled rows with the same label and prediction. */
export interface LabelledGroup {
  /** The label. */
  readonly y: number;
  /** The prediction. */
  readonly f: number;
  /** A number proportional to one over the probability that the row was labelled; 1 by default. */
  readonly weight?: number;
  /** The number of rows; 1 by default. */
  readonly count?: number;
}

/** Rows with the same prediction and no label. */
export interface PredictedGroup {
  readonly f: number;
  readonly count: number;
}

/** Labelled rows with weights of mean 1. */
export interface WeightedSample {
  readonly rows: number;
  readonly groups: readonly Required<LabelledGroup>[];
}

/** The labelled rows, with weights that are divided by their mean. */
export function weightSample(labelled: readonly LabelledGroup[]): WeightedSample {
  let rows = 0;
  let weights = 0;
  for (const { weight = 1, count = 1 } of labelled) {
    rows += count;
    weights += weight * count;
  }
  const groups = labelled.map(({ y, f, weight = 1, count = 1 }) => ({
    y,
    f,
    weight: (weight * rows) / weights,
    count,
  }));
  return { rows, groups };
}

/** The mean of a value over the rows, each counted once. */
export function meanOf({ rows, groups }: WeightedSample, valueOf: (group: Required<LabelledGroup>) => number): number {
  let sum = 0;
  for (const group of groups) sum += group.count * valueOf(group);
  return sum / rows;
}
