import { pairCount, type PairedTable } from '../statistics/paired-table.ts';
import type { Evidence } from './bar/evaluate-bar.ts';
import type { Arm, Cell } from './figures/cell.ts';
import { compareCosts } from './figures/compare-costs.ts';
import type { Verdict, VerdictOutcome } from './verdict.ts';

/** The evidence of one case on one arm. */
export interface ArmEvidence {
  /** The cell; undefined if it does not exist yet. */
  readonly cell: Cell | undefined;
  /** The verdict in force; undefined if there is no verdict yet. */
  readonly verdict: Verdict | undefined;
}

/** The evidence of one case of the sample. */
export interface CaseEvidence extends Readonly<Record<Arm, ArmEvidence>> {
  readonly caseId: string;
  readonly critical: boolean;
}

/** The outcome of an answer; `unknown` while it has no verdict. */
export function armOutcome({ verdict }: ArmEvidence): VerdictOutcome {
  return verdict?.outcome ?? 'unknown';
}

/** The evidence of a run over its complete sample, for the bar. */
export function collectRunEvidence(cases: readonly CaseEvidence[]): Evidence {
  const table = pairedTableOf(cases);
  return {
    table,
    unknownPairs: cases.length - pairCount(table),
    criticalCases: countOutcomes(cases.filter(({ critical }) => critical).map(({ candidate }) => candidate)),
    costs: compareCosts(
      cases.map(({ baseline, candidate }) => ({ baseline: baseline.cell, candidate: candidate.cell })),
    ),
  };
}

/** The numbers of answers that passed, that failed, and whose outcome is unknown. */
export function countOutcomes(answers: readonly ArmEvidence[]): { passed: number; failed: number; unknown: number } {
  const count = (outcome: VerdictOutcome): number => answers.filter((answer) => armOutcome(answer) === outcome).length;
  return { passed: count('pass'), failed: count('fail'), unknown: count('unknown') };
}

function pairedTableOf(cases: readonly CaseEvidence[]): PairedTable {
  const count = (baseline: VerdictOutcome, candidate: VerdictOutcome): number =>
    cases.filter((each) => armOutcome(each.baseline) === baseline && armOutcome(each.candidate) === candidate).length;
  return {
    both: count('pass', 'pass'),
    onlyBaseline: count('pass', 'fail'),
    onlyCandidate: count('fail', 'pass'),
    neither: count('fail', 'fail'),
  };
}
