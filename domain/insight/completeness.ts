import type { MeasuredValue } from './value.ts';

/** What completeness looks at in an answer. */
interface JudgedAnswer {
  readonly truncated: boolean;
  readonly coverage: readonly string[];
  readonly groups?: readonly { readonly cells: readonly { readonly value: MeasuredValue }[] }[];
}

/** What a run that stores an answer says about it. */
export interface Completeness {
  readonly state: 'ready' | 'partial';
  /** Every reason for which figures are floors, of the window and of single cells; sorted, each once. */
  readonly coverage: readonly string[];
  readonly groupCount: number;
}

/**
 * An answer is `ready` when it is not truncated, nothing is known to be missing from its window, and every cell is
 * available or withheld for want of `cost.read`: withholding is the asker's access, not a fault of the answer. A window
 * without traffic has no cells and is ready.
 */
export function judgeCompleteness(answer: JudgedAnswer): Completeness {
  const groups = answer.groups ?? [];
  const values = groups.flatMap((group) => group.cells.map((cell) => cell.value));
  const coverage = new Set<string>(answer.coverage);
  for (const value of values) if (value.state === 'partial') value.coverage.forEach((entry) => coverage.add(entry));
  const whole = !answer.truncated && answer.coverage.length === 0 && values.every(isWhole);
  return { state: whole ? 'ready' : 'partial', coverage: [...coverage].sort(), groupCount: groups.length };
}

function isWhole(value: MeasuredValue): boolean {
  switch (value.state) {
    case 'available':
      return true;
    case 'partial':
      return false;
    case 'unavailable':
      return value.reason === 'scope_not_authorized';
  }
}
