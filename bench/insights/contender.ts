import { median, medianRatio } from '../reports/spread.ts';

/** One row of an answer, in the common format of all contenders. Values are text, or null if absent. */
export type AnswerRow = Readonly<Record<string, string | null>>;

/**
 * A way to answer a question. `ask` is timed until the answer has arrived. The returned function parses the answer into
 * rows for the comparison, which is not timed.
 */
export interface Contender {
  readonly name: string;
  ask(): Promise<() => AnswerRow[]>;
}

/** The times of one contender over the rounds. */
export interface Timing {
  readonly name: string;
  /** The milliseconds of each round. */
  readonly times: readonly number[];
  readonly medianMs: number;
  readonly fastestMs: number;
  readonly slowestMs: number;
  /** The median over the rounds of the ratio of its time to that of the first contender. */
  readonly ratio: number;
}

/** Columns whose values may differ by this share, because one side of the comparison reads buckets or samples. */
export interface Tolerance {
  readonly columns: RegExp;
  readonly share: number;
}

/**
 * Asks every contender once per round, one after the other, so that other work of the machine affects all equally. The
 * first round is a warm-up and does not count.
 */
export async function measureContenders(contenders: readonly Contender[], rounds: number): Promise<Timing[]> {
  const taken = contenders.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      const started = performance.now();
      await contender.ask();
      if (round > 0) taken[index]?.push(performance.now() - started);
    }
  }
  return contenders.map(({ name }, index) => {
    const times = taken[index] ?? [];
    return {
      name,
      times,
      medianMs: median(times),
      fastestMs: Math.min(...times),
      slowestMs: Math.max(...times),
      ratio: medianRatio(times, taken[0] ?? []),
    };
  });
}

/** Throws if an answer differs from that of the first contender, by any digit or by more than the tolerance. */
export function requireSameAnswers(
  question: string,
  answers: readonly { readonly name: string; readonly rows: readonly AnswerRow[] }[],
  tolerance: Tolerance,
): void {
  const [first, ...others] = answers.map(({ name, rows }) => ({ name, rows: inOrder(rows) }));
  if (first === undefined || first.rows.length === 0) throw new Error(`${question}: nothing was answered.`);
  for (const other of others) {
    const fault = firstDifference(first.rows, other.rows, tolerance);
    if (fault !== undefined) throw new Error(`${question}: ${first.name} and ${other.name} differ: ${fault}`);
  }
}

function firstDifference(
  left: readonly AnswerRow[],
  right: readonly AnswerRow[],
  { columns, share }: Tolerance,
): string | undefined {
  if (left.length !== right.length) return `${left.length} rows against ${right.length}`;
  for (const [index, row] of left.entries()) {
    const other = right[index] ?? {};
    for (const [column, value] of Object.entries(row)) {
      // Columns that a contender lacks are not compared.
      if (!(column in other) || value === other[column]) continue;
      const close = Math.abs(Number(value) / Number(other[column]) - 1) <= share;
      if (!(columns.test(column) && close))
        return `${column} ${String(value)} against ${String(other[column])} in ${JSON.stringify(row)}`;
    }
  }
  return undefined;
}

function inOrder(rows: readonly AnswerRow[]): AnswerRow[] {
  return [...rows].sort((left, right) => (left['key'] ?? '').localeCompare(right['key'] ?? ''));
}
