import type { UnitRefusal } from './artifact.ts';

/** The limits that the sentences name. */
interface NamedTerms {
  readonly tolerance: number;
  readonly confidence: number;
}

/** The rows that are too few, as the sentence names them. */
const PLACES = {
  calibration: 'that choose the threshold',
  holdout: 'that are held out',
  accepted: 'that are held out and reach the threshold',
} as const;

export function noJudge(labelled: number): UnitRefusal {
  const text = `No judge was asked about the ${labelled} labelled rows. Configure an evaluator of the metric, and label rows that it judges.`;
  return { code: 'no_judge', need: 1, have: 0, text };
}

export function judgeDecidedNothing(refused: number): UnitRefusal {
  const text = `The judge abstained or gave no verdict on all ${refused} labelled rows. Check its prompt and its failures.`;
  return { code: 'judge_decided_nothing', need: 1, have: 0, text };
}

export function noConfidence(decided: number): UnitRefusal {
  const text = `The judge states no certainty for any of its ${decided} verdicts, so no threshold can be chosen. Use a panel, or a method that states one.`;
  return { code: 'no_confidence', need: 1, have: 0, text };
}

export function tooFewRows(need: number, have: number, decided: number): UnitRefusal {
  const text = `${have} of the ${decided} rows with a verdict are held out, and ${need} are needed. Label about ${4 * need} rows in total.`;
  return { code: 'too_few_rows', need, have, text };
}

export function oneHumanVerdict(decided: number, verdict: 'pass' | 'fail'): UnitRefusal {
  const text = `People gave all ${decided} rows the verdict ${verdict}, so the other kind of error cannot show. Label rows that they would judge otherwise.`;
  return { code: 'one_human_verdict', need: 2, have: 1, text };
}

export function belowDetectableError(
  need: number,
  have: number,
  place: keyof typeof PLACES,
  { tolerance, confidence }: NamedTerms,
): UnitRefusal {
  const text = `${have} rows ${PLACES[place]} cannot show an error of at most ${tolerance} at the confidence ${confidence}, even without a wrong verdict: ${need} could. Label more rows, or raise the tolerance.`;
  return { code: 'below_detectable_error', need, have, text };
}

export function noThresholdPassed(
  need: number,
  have: number,
  { accepted, threshold }: { readonly accepted: number; readonly threshold: number },
  { tolerance, confidence }: NamedTerms,
): UnitRefusal {
  const text = `Already the ${accepted} most certain verdicts, of at least ${threshold}, include ${have} wrong ones. At most ${need} may be wrong to show an error of at most ${tolerance} at the confidence ${confidence}. Improve the judge.`;
  return { code: 'no_threshold_passed', need, have, text };
}

export function errorAboveTolerance(
  need: number,
  have: number,
  accepted: number,
  { tolerance, confidence }: NamedTerms,
): UnitRefusal {
  const text = `${have} of the ${accepted} accepted verdicts that are held out are wrong. At most ${need} may be wrong to show an error of at most ${tolerance} at the confidence ${confidence}. Improve the judge, or label more rows.`;
  return { code: 'error_above_tolerance', need, have, text };
}
