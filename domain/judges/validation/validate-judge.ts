import { cohenKappa, type CohenKappa } from '../../statistics/agreement/cohen-kappa.ts';
import { krippendorffAlpha } from '../../statistics/agreement/krippendorff-alpha.ts';
import { overlapCount, type RatedItems } from '../../statistics/agreement/rated-items.ts';
import type { JudgeCoverage } from '../judge-coverage.ts';
import { toAgreementTable, confusionTotal, type Confusion } from '../confusion.ts';
import { countSwapFlips, type SwapTrials } from '../swap-flips.ts';
import type { Floor, FloorValues } from '../configuration/floors.ts';
import {
  checkAnnotators,
  checkCoverage,
  checkFlips,
  checkKappa,
  checkOverlap,
  checkPairs,
  checkRows,
  type FloorCheck,
} from './floor-checks.ts';
import { shapeRefusal, type FloorRefusal } from './floor-refusal.ts';

/** The evidence about a judge. It consists of counts only. */
export interface ValidationEvidence {
  readonly confusion: Confusion;
  /** The verdicts of the judge on the labelled rows that were sent to it. */
  readonly coverage: JudgeCoverage;
  /** The number of people whose labels form the gold set. */
  readonly annotators: number;
  /**
   * The labelled rows, grouped by the numbers of people who passed and failed them, with or without a verdict of the
   * judge. Rows with a single label may be included.
   */
  readonly labels: readonly RatedItems[];
  /** The swap trials; empty if there was no swap set. */
  readonly swaps: readonly SwapTrials[];
}

/** The rules by which a judge is validated. */
export interface ValidationRules {
  readonly floors: FloorValues;
  /** True if labels by a single person are refused. Otherwise, this is only disclosed. */
  readonly requireIaa: boolean;
}

/** The measures of a validation. An unknown measure is undefined, never 0. */
interface Measured {
  readonly kappa: CohenKappa | undefined;
  /** The agreement among people. */
  readonly iaa: number | undefined;
  readonly swapFlip: number | undefined;
}

/** The measures of a validation, and whether it promotes the judge, with all reasons against. */
export interface JudgeValidation extends Measured {
  readonly isPromoted: boolean;
  /** True if all labels are by a single person, which every view of the judge discloses. */
  readonly hasSingleAnnotator: boolean;
  readonly floorsApplied: readonly Floor[];
  readonly refusals: readonly FloorRefusal[];
}

/**
 * The validation of a judge against people. If a size floor is missed, nothing is measured, because a number from too
 * few rows would look like a measurement. Coverage is checked together with sizes, because low coverage can be the
 * reason for a small size. All missed floors are reported, not only the first.
 */
export function validateJudge(evidence: ValidationEvidence, rules: ValidationRules): JudgeValidation {
  const hasSingleAnnotator = evidence.annotators === 1;
  const coverage = checkCoverage(evidence.coverage, rules.floors);
  const covered = coverage === undefined ? [] : [coverage];
  const sizes = checkSizes(evidence, rules);
  if (sizes.some(({ isMet }) => !isMet)) {
    const measured: Measured = { kappa: undefined, iaa: undefined, swapFlip: undefined };
    return { ...measured, hasSingleAnnotator, ...outcomeOf([...sizes, ...covered], []) };
  }
  const kappa = cohenKappa(toAgreementTable(evidence.confusion));
  const people = hasSingleAnnotator ? undefined : krippendorffAlpha(evidence.labels);
  const measured: Measured = {
    kappa: kappa.state === 'present' ? kappa : undefined,
    iaa: people?.state === 'present' ? people.value : undefined,
    swapFlip: countSwapFlips(evidence.swaps).rate,
  };
  const shapes = [
    ...(kappa.state === 'absent' ? [oneCategory('Judge and people')] : []),
    ...(people?.state === 'absent' ? [oneCategory('All people')] : []),
  ];
  const checks = [...sizes, ...covered, ...checkMeasures(measured, rules, evidence.confusion)];
  return { ...measured, hasSingleAnnotator, ...outcomeOf(checks, shapes) };
}

function checkSizes(
  { confusion, annotators, labels, swaps }: ValidationEvidence,
  { floors, requireIaa }: ValidationRules,
): FloorCheck[] {
  const { trials } = countSwapFlips(swaps);
  return [
    checkRows(confusionTotal(confusion), floors),
    ...(annotators === 1 && !requireIaa ? [] : [checkOverlap(overlapCount(labels), floors)]),
    ...(trials === 0 ? [] : [checkPairs(trials, floors)]),
  ];
}

function checkMeasures(
  { kappa, iaa, swapFlip }: Measured,
  { floors }: ValidationRules,
  confusion: Confusion,
): FloorCheck[] {
  return [
    ...(kappa === undefined ? [] : [checkKappa(kappa.value, floors, confusion)]),
    ...(iaa === undefined ? [] : [checkAnnotators(iaa, floors)]),
    ...(swapFlip === undefined ? [] : [checkFlips(swapFlip, floors)]),
  ];
}

function outcomeOf(
  checks: readonly FloorCheck[],
  shapes: readonly FloorRefusal[],
): Pick<JudgeValidation, 'isPromoted' | 'floorsApplied' | 'refusals'> {
  const missed = checks.filter(({ isMet }) => !isMet).map(({ refusal }) => refusal);
  const refusals = [...shapes, ...missed];
  return { isPromoted: refusals.length === 0, floorsApplied: checks.map(({ floor }) => floor), refusals };
}

function oneCategory(who: string): FloorRefusal {
  return shapeRefusal(
    `${who} put every row into the same category, so that chance explains all of their agreement. Label rows of the other one.`,
  );
}
