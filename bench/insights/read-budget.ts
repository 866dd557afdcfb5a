import type { EngineWork } from './traffic-meter.ts';

/** The maximum that the reader may read for a question. */
export interface ReadBudget {
  /** The maximum rows of each table by the engine's estimate; other tables must not be read. */
  readonly tables: Readonly<Record<string, number>>;
  /** The maximum rows of all tables together by the engine's counter, if statements stop earlier than estimated. */
  readonly rows?: number;
  /**
   * The number of times that a row is counted: twice if rows are first sorted by a few columns, and the other columns
   * are read only for the page.
   */
  readonly passes: 1 | 2;
  /** The maximum mean size of an uncompressed row in bytes: that of the required columns, plus 50 %. */
  readonly rowBytes: number;
}

/**
 * The allowance for granules. A part is read in granules of 8,192 rows, so a condition adds one at each end of its
 * range.
 */
const ROUNDING = 2 * 8_192;

/** The allowance for the queries of the counters themselves: some hundred rows of the engine's tables. */
const COUNTING = { rows: 1_000, bytes: 100_000 };

/** Throws if the engine read more than the budget allows. */
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
