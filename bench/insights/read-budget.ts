import type { EngineWork } from './traffic-meter.ts';

/** The most that the reader may read for a question. */
export interface ReadBudget {
  /** Rows of each table by the engine's estimate; a table that is not named must not be read. */
  readonly tables: Readonly<Record<string, number>>;
  /** Rows of all tables together by the engine's counter, where statements stop before the estimate's end. */
  readonly rows?: number;
  /**
   * The number of times that a row is counted: twice if it is sorted by a few columns, and the others are read for the
   * page alone.
   */
  readonly passes: 1 | 2;
  /**
   * Bytes of a row in the mean, uncompressed: what the columns that the question needs have, and half as much again.
   */
  readonly rowBytes: number;
}

/** A part is read by whole granules of 8,192 rows, so that either end of what a condition selects brings one more. */
const ROUNDING = 2 * 8_192;

/** The counters see the queries for themselves as well: some hundred rows of the engine's own tables. */
const COUNTING = { rows: 1_000, bytes: 100_000 };

/** Throws where more was read than the budget allows. */
export function requireWithinBudget(
  question: string,
  { tables, rows, passes, rowBytes }: ReadBudget,
  work: EngineWork,
): void {
  let [allowed, rounding] = [0, 0];
  for (const [table, taken] of Object.entries(work.tables)) {
    const max = (tables[table] ?? 0) + (table in tables ? ROUNDING * taken.parts : 0);
    requireAtMost(`${question}: rows of ${table}`, taken.rows, max);
    allowed += tables[table] ?? 0;
    rounding += ROUNDING * taken.parts;
  }
  const maxRows = passes * ((rows ?? allowed) + rounding);
  requireAtMost(`${question}: rows`, work.rows, maxRows + COUNTING.rows);
  requireAtMost(`${question}: bytes`, work.bytes, maxRows * rowBytes + COUNTING.bytes);
}

function requireAtMost(what: string, count: number, max: number): void {
  if (count > max) throw new Error(`${what}: ${count} are read, at most ${Math.floor(max)} should be.`);
}
