import type { CoverageEntry } from './coverage.ts';
import type { MeasuredValue } from './measured-value.ts';

interface JudgedCells {
  readonly cells: readonly { readonly value: MeasuredValue }[];
}

/** The parts of an answer that its completeness depends on. Answers of rows have no groups. */
interface JudgedAnswer {
  readonly truncated: boolean;
  readonly coverage: readonly CoverageEntry[];
  readonly groups?: readonly (JudgedCells & { readonly previous?: JudgedCells })[];
}

/** The description of a stored answer on its run. */
export interface Completeness {
  readonly state: 'ready' | 'partial';
  /** The coverage entries of the window and of single cells, sorted and distinct, without those about money. */
  readonly coverage: readonly string[];
  readonly groupCount: number;
}

/**
 * The coverage entry that only money figures have. A run is also shown to readers without `cost.read`, who do not see
 * money cells.
 */
const OF_MONEY: CoverageEntry = 'unpriced_population';

/**
 * The completeness of an answer. It is `ready` if it is not truncated, nothing is known to be missing from its window,
 * and every cell is available or withheld for lack of `cost.read`. Withholding depends on the reader and is not a fault
 * of the answer. A window without traffic has no cells and is ready, and so is the last, incomplete page of rows.
 */
export function assessCompleteness(answer: JudgedAnswer): Completeness {
  const groups = answer.groups ?? [];
  const values = groups
    .flatMap(({ cells, previous }) => [...cells, ...(previous?.cells ?? [])])
    .map(({ value }) => value);
  const coverage = new Set<CoverageEntry>(answer.coverage);
  for (const value of values) if (value.state === 'partial') value.coverage.forEach((entry) => coverage.add(entry));
  coverage.delete(OF_MONEY);
  const whole = !answer.truncated && answer.coverage.length === 0 && values.every(isWhole);
  return { state: whole ? 'ready' : 'partial', coverage: [...coverage].sort(), groupCount: groups.length };
}

function isWhole(value: MeasuredValue): boolean {
  if (value.state === 'unavailable') return value.reason === 'scope_not_authorized';
  return value.state === 'available';
}
