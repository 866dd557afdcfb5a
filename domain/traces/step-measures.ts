/** The times and the figures of a step, of a step with everything below it, or of a trace. */
export interface StepMeasures {
  /** The first admission in Unix milliseconds; undefined without one. */
  readonly admittedMs: number | undefined;
  /** The first fact in Unix milliseconds. */
  readonly firstMs: number;
  /** The end in Unix milliseconds; undefined if nothing has ended. */
  readonly endMs: number | undefined;
  /** The sums, in an order that the caller chooses. They are added position by position. */
  readonly sums: readonly bigint[];
}

/** Measures that are still being added. */
export interface MeasuresTotal {
  admittedMs: number | undefined;
  firstMs: number;
  endMs: number | undefined;
  readonly sums: bigint[];
}

/** The start in Unix milliseconds: the first admission, or the first fact if there is no admission. */
export function startOf({ admittedMs, firstMs }: StepMeasures): number {
  return admittedMs ?? firstMs;
}

/** A total of these measures alone, to which further ones can be added. */
export function totalFrom({ admittedMs, firstMs, endMs, sums }: StepMeasures): MeasuresTotal {
  return { admittedMs, firstMs, endMs, sums: [...sums] };
}

/** Adds measures of other requests to a total. */
export function addMeasures(total: MeasuresTotal, added: StepMeasures): void {
  if (added.admittedMs !== undefined)
    total.admittedMs = Math.min(total.admittedMs ?? added.admittedMs, added.admittedMs);
  total.firstMs = Math.min(total.firstMs, added.firstMs);
  if (added.endMs !== undefined) total.endMs = Math.max(total.endMs ?? added.endMs, added.endMs);
  for (let position = 0; position < added.sums.length; position += 1) {
    const sum = added.sums[position] ?? 0n;
    // Most sums are 0, and every addition allocates a new integer.
    // Stryker disable next-line ConditionalExpression: a zero changes no sum.
    if (sum !== 0n) total.sums[position] = (total.sums[position] ?? 0n) + sum;
  }
}
