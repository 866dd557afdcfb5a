import type { CellResult } from './cell-result.ts';
import type { ExperimentPair } from './declaration.ts';

/** An item with a pass or a fail on both arms. */
export interface ScoredPair {
  readonly baseline: CellResult;
  readonly candidate: CellResult;
}

/** The items of two arms, each counted in one member. */
export interface PairedCells {
  /** The scored items, in the order of the request ids. */
  readonly pairs: readonly ScoredPair[];
  /** The number of items that only one arm answered. */
  readonly unpaired: number;
  /** The number of items that both arms answered, but where one answer has no pass or fail. */
  readonly judgeRefusals: number;
  /** The number of items that neither arm answered. */
  readonly unanswered: number;
}

/** Pairs the cells of two arms by their items. Excluded items are omitted. */
export function pairCells(cells: readonly CellResult[], { baseline, candidate }: ExperimentPair): PairedCells {
  const ofBaseline = cellsByItem(cells, baseline);
  const ofCandidate = cellsByItem(cells, candidate);
  const pairs: ScoredPair[] = [];
  let [unpaired, judgeRefusals, unanswered] = [0, 0, 0];
  for (const requestId of [...new Set([...ofBaseline.keys(), ...ofCandidate.keys()])].sort()) {
    const [one, other] = [ofBaseline.get(requestId), ofCandidate.get(requestId)];
    if (isExcluded(one) || isExcluded(other)) continue;
    if (isAnswered(one) && isAnswered(other)) {
      if (isScored(one) && isScored(other)) pairs.push({ baseline: one, candidate: other });
      else judgeRefusals += 1;
    } else if (isAnswered(one) || isAnswered(other)) unpaired += 1;
    else unanswered += 1;
  }
  return { pairs, unpaired, judgeRefusals, unanswered };
}

/** True for a pass and for a fail. */
export function isScored({ verdict }: Pick<CellResult, 'verdict'>): boolean {
  return verdict === 'pass' || verdict === 'fail';
}

function cellsByItem(cells: readonly CellResult[], arm: string): Map<string, CellResult> {
  return new Map(cells.filter((cell) => cell.arm === arm).map((cell) => [cell.requestId, cell]));
}

function isExcluded(cell: CellResult | undefined): boolean {
  return cell?.reason === 'excluded';
}

/** True if the arm has an answer for the item, even if the judge gave no verdict on it. */
function isAnswered(cell: CellResult | undefined): cell is CellResult {
  return cell !== undefined && (cell.verdict !== 'unscored' || cell.reason === 'no_verdict');
}
