import type { CaseEvidence } from '../../domain/comparisons/case-evidence.ts';
import type { Cell } from '../../domain/comparisons/figures/cell.ts';
import type { Verdict, VerdictOutcome } from '../../domain/comparisons/verdict.ts';

/** An answered cell, priced at one nano-USD and answered in a millisecond unless said otherwise. */
export function cell(part: Partial<Cell> = {}): Cell {
  return { state: 'answered', failureCode: '', cost: { state: 'priced', nanoUsd: 1n }, durationMs: 1, ...part };
}

/** A verdict of a label check. */
export function verdict(outcome: VerdictOutcome, reasonCode = ''): Verdict {
  return { source: 'label_check', outcome, reasonCode };
}

/** A case of which both arms answered and passed unless said otherwise. */
export function caseOf(caseId: string, part: Partial<CaseEvidence> = {}): CaseEvidence {
  const passed = { cell: cell(), verdict: verdict('pass') };
  return { caseId, critical: false, baseline: passed, candidate: passed, ...part };
}
