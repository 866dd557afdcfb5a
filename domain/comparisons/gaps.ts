import { ARMS, isTerminalCell, type Arm, type Cell } from './figures/cell.ts';
import type { ArmEvidence, CaseEvidence } from './case-evidence.ts';
import type { Verdict } from './verdict.ts';

/** The reasons why a case does not support the candidate, in display order. */
export const GAP_REASONS = [
  'cell_missing',
  'cell_not_terminal',
  'cell_failed',
  'cell_unpriced',
  'verdict_missing',
  'verdict_unknown',
  'verdict_failed',
] as const;
export type GapReason = (typeof GAP_REASONS)[number];

/** One item that is missing from the evidence of a case on one arm. */
export interface EvidenceGap {
  readonly caseId: string;
  readonly critical: boolean;
  readonly arm: Arm;
  readonly reason: GapReason;
  /**
   * A more specific code, if there is one: of a failed cell, of an unknown verdict, or of the cell that a missing
   * verdict waits for.
   */
  readonly detail: string;
}

/**
 * All gaps of the evidence. Failed critical cases come first, then all others in the order of `GAP_REASONS`. Gaps of
 * one reason are in the order of the sample, baseline before candidate.
 */
export function findEvidenceGaps(cases: readonly CaseEvidence[]): EvidenceGap[] {
  const gaps = cases.flatMap((each) =>
    ARMS.flatMap((arm) =>
      gapsOfArm(each[arm]).map((gap) => ({ caseId: each.caseId, critical: each.critical, arm, ...gap })),
    ),
  );
  // The sort is stable.
  return gaps.sort((one, other) => placeOf(one) - placeOf(other));
}

function placeOf({ critical, reason }: EvidenceGap): number {
  return critical && reason === 'verdict_failed' ? -1 : GAP_REASONS.indexOf(reason);
}

type Lack = Pick<EvidenceGap, 'reason' | 'detail'>;

function gapsOfArm({ cell, verdict }: ArmEvidence): Lack[] {
  const ofCell = cellGap(cell);
  const unpriced: Lack[] =
    isTerminalCell(cell) && cell.cost.state === 'unpriced' ? [{ reason: 'cell_unpriced', detail: '' }] : [];
  return [...ofCell, ...unpriced, ...verdictGap(verdict, ofCell[0])];
}

function cellGap(cell: Cell | undefined): Lack[] {
  if (cell === undefined) return [{ reason: 'cell_missing', detail: '' }];
  if (!isTerminalCell(cell)) return [{ reason: 'cell_not_terminal', detail: '' }];
  return cell.state === 'failed' ? [{ reason: 'cell_failed', detail: cell.failureCode }] : [];
}

function verdictGap(verdict: Verdict | undefined, ofCell: Lack | undefined): Lack[] {
  if (verdict === undefined) return [{ reason: 'verdict_missing', detail: ofCell?.detail || (ofCell?.reason ?? '') }];
  if (verdict.outcome === 'unknown') return [{ reason: 'verdict_unknown', detail: verdict.reasonCode }];
  return verdict.outcome === 'fail' ? [{ reason: 'verdict_failed', detail: '' }] : [];
}
