/** The numbers of cases that both arms passed, one of them, or neither, among the cases with two known verdicts. */
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
