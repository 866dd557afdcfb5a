/** How many cases both arms passed, one of them, or neither: of the cases whose two verdicts are both known. */
export interface PairedTable {
  readonly both: number;
  readonly onlyBaseline: number;
  readonly onlyCandidate: number;
  readonly neither: number;
}

/** Cases that the table holds. */
export function pairsOf({ both, onlyBaseline, onlyCandidate, neither }: PairedTable): number {
  return both + onlyBaseline + onlyCandidate + neither;
}
