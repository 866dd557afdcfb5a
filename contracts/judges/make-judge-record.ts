import { NORMAL_QUANTILES, type Confidence } from '../../domain/statistics/confidence.ts';
import { kappaInterval } from '../../domain/statistics/agreement/cohen-kappa.ts';
import type { ValidationSettings } from '../../domain/judges/configuration/evals-settings.ts';
import type { Confusion } from '../../domain/judges/confusion.ts';
import { sentRequestCount, coverageRate, type JudgeCoverage } from '../../domain/judges/judge-coverage.ts';
import { overlapCount } from '../../domain/statistics/agreement/rated-items.ts';
import { countSwapFlips } from '../../domain/judges/swap-flips.ts';
import { fitSelectiveRisk, type SelectiveRisk } from '../../domain/statistics/selective-risk/fit-selective-risk.ts';
import type { ScoreLevel } from '../../domain/statistics/selective-risk/score-level.ts';
import type { FloorRefusal } from '../../domain/judges/validation/floor-refusal.ts';
import { COVERAGE_FLOOR, raiseFloors } from '../../domain/judges/configuration/floors.ts';
import { validateJudge, type ValidationEvidence } from '../../domain/judges/validation/validate-judge.ts';
import type { JudgeRecord } from './judge-record.ts';

/** The evidence about a judge and its gold set. */
export interface SubjectEvidence extends ValidationEvidence {
  /** A digest of the labels. */
  readonly goldRevision: string;
  /** The number of labels on the metric, for all requests. */
  readonly labelCount: number;
  /** The number of labels with which people abstained. */
  readonly labelsAbstained: number;
  /** The rows by the certainty of the judge; empty if it never states one. */
  readonly levels: readonly ScoreLevel[];
}

const CONFIDENCE: Confidence = '0.95';

/** Validates a judge with the settings. The same evidence always yields the same record. */
export function makeJudgeRecord(
  evidence: SubjectEvidence,
  settings: Omit<ValidationSettings, 'autoValidate'>,
): JudgeRecord {
  const { requireIaa, selectiveRisk: alpha } = settings;
  const floors = raiseFloors(settings);
  const { kappa, iaa, swapFlip, ...outcome } = validateJudge(evidence, { floors, requireIaa });
  const interval = kappa && kappaInterval(kappa, NORMAL_QUANTILES[CONFIDENCE].twoSided);
  const { bothPass, onlyJudgePasses, onlyPeoplePass, bothFail } = evidence.confusion;
  return {
    promoted: outcome.isPromoted,
    ...(kappa && { kappa: kappa.value, validated_n: kappa.items }),
    ...(interval && { kappa_interval: { lower: interval.lower, upper: interval.upper } }),
    iaa: iaa ?? null,
    ...(swapFlip !== undefined && { swap_flip: swapFlip }),
    ...shownSwaps(evidence),
    coverage: presentCoverage(evidence.coverage),
    gold_set: shownGoldSet(evidence, settings),
    labels: evidence.labelCount,
    single_annotator: outcome.hasSingleAnnotator,
    confusion: {
      both_pass: bothPass,
      only_judge_passes: onlyJudgePasses,
      only_people_pass: onlyPeoplePass,
      both_fail: bothFail,
    },
    floors_applied: outcome.floorsApplied.filter((floor) => floor !== COVERAGE_FLOOR),
    floors,
    refusals: outcome.refusals.map(shownRefusal),
    missed: outcome.refusals.map(({ floor }) => floor || 'shape'),
    selective_risk: evidence.levels.length === 0 ? null : shown(fitSelectiveRisk(evidence.levels, alpha, CONFIDENCE)),
  };
}

/**
 * A refusal in the form of a record. The names of floors are a closed set within the epoch, so a newer floor is named
 * in the sentence.
 */
function shownRefusal({ floor, text, ...figures }: FloorRefusal): JudgeRecord['refusals'][number] {
  return floor === COVERAGE_FLOOR ? { ...figures, floor: '', text: `${floor}: ${text}` } : { ...figures, floor, text };
}

/** The confusion matrix of judge and people in a record. */
export function toConfusion({ confusion }: JudgeRecord): Confusion {
  const { both_pass, only_judge_passes, only_people_pass, both_fail } = confusion;
  return {
    bothPass: both_pass,
    onlyJudgePasses: only_judge_passes,
    onlyPeoplePass: only_people_pass,
    bothFail: both_fail,
  };
}

/** The coverage in the form of a record. */
export function presentCoverage(coverage: JudgeCoverage): NonNullable<JudgeRecord['coverage']> {
  const { answered, abstained, failed, split } = coverage;
  return {
    asked: sentRequestCount(coverage),
    answered,
    abstained,
    failed,
    split,
    rate: coverageRate(coverage) ?? null,
  };
}

function shownGoldSet(
  { labels, annotators, labelsAbstained }: SubjectEvidence,
  { goldSources }: Pick<ValidationSettings, 'goldSources'>,
): NonNullable<JudgeRecord['gold_set']> {
  const rowsWhere = (isOne: (ratings: readonly number[]) => boolean): number =>
    labels.reduce((sum, { ratings, items }) => sum + (isOne(ratings) ? items : 0), 0);
  return {
    rows: rowsWhere(() => true),
    people: annotators,
    overlap: overlapCount(labels),
    tied: rowsWhere(([passes, fails]) => passes === fails),
    abstained: labelsAbstained,
    sources: [...goldSources],
  };
}

function shownSwaps({ swaps }: SubjectEvidence): Pick<JudgeRecord, 'swap_trials'> {
  const { trials, flips, tiedOnce, tiedTwice, rateWithTies } = countSwapFlips(swaps);
  if (rateWithTies === undefined) return {};
  return {
    swap_trials: { trials, flips, tied_once: tiedOnce, tied_twice: tiedTwice, flip_with_ties: rateWithTies },
  };
}

function shown({ alpha, confidence, rows, ...fit }: SelectiveRisk): JudgeRecord['selective_risk'] {
  if (fit.state === 'refused') return { alpha, confidence, rows, refusal_code: fit.refusalCode };
  return { alpha, confidence, rows, least_score: fit.minScore, accepted: fit.accepted, disagreed: fit.disagreed };
}
