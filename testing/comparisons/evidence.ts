import type { CaseEvidence } from '../../domain/comparisons/case-evidence.ts';
import type { Cell } from '../../domain/comparisons/figures/cell.ts';
import type { Verdict, VerdictOutcome } from '../../domain/comparisons/verdict.ts';

/** An answered cell, by default with a price of one nano-USD and a duration of one millisecond. */
export function makeCell(part: Partial<Cell> = {}): Cell {
  return { state: 'answered', failureCode: '', cost: { state: 'priced', nanoUsd: 1n }, durationMs: 1, ...part };
}

/** A verdict of a label check. */
export function makeVerdict(outcome: VerdictOutcome, reasonCode = ''): Verdict {
  return { source: 'label_check', outcome, reasonCode };
}

/** A case; by default, both arms answered and passed. */
export function makeCaseEvidence(caseId: string, part: Partial<CaseEvidence> = {}): CaseEvidence {
  const passed = { cell: makeCell(), verdict: makeVerdict('pass') };
  return { caseId, critical: false, baseline: passed, candidate: passed, ...part };
}
