/** The rows behind a figure. */
export interface RowProvenance {
  /** The newest arrival sequence among the rows, in digits; undefined without rows. */
  readonly highWater: string | undefined;
  /** The rows of requests that the demo made up. */
  readonly demoRows: number;
  /** The rows whose cost is an estimate. */
  readonly estimatedRows: number;
}

/** The rows of several figures together. */
export function joinProvenance(parts: readonly RowProvenance[]): RowProvenance {
  const sum = (member: 'demoRows' | 'estimatedRows'): number => parts.reduce((total, part) => total + part[member], 0);
  return {
    highWater: parts.map(({ highWater }) => highWater).reduce(newer, undefined),
    demoRows: sum('demoRows'),
    estimatedRows: sum('estimatedRows'),
  };
}

function newer(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return BigInt(one) < BigInt(other) ? other : one;
}
