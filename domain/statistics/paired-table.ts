/**
 * The numbers of cases that both arms passed, only one of them, or neither, among the cases with a known verdict for
 * both.
 */
export interface PairedTable {
  readonly both: number;
  readonly onlyBaseline: number;
  readonly onlyCandidate: number;
  readonly neither: number;
}

/** The total number of cases. */
export function pairCount({ both, onlyBaseline, onlyCandidate, neither }: PairedTable): number {
  return both + onlyBaseline + onlyCandidate + neither;
}
