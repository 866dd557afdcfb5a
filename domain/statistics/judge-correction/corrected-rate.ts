import type { Bounds } from '../interval/bounds.ts';
import type { JudgeCounts } from './judge-counts.ts';
import { ppiMean } from './ppi-mean.ts';
import { roganGladen, type RoganGladenRefusal } from './rogan-gladen.ts';
import type { LabelledGroup } from './weighted-sample.ts';
import { within01 } from './within01.ts';

/** Rows that people labelled and the judge rated, with the same verdicts and the same design. */
export interface LabelledVerdicts {
  readonly human: 'pass' | 'fail';
  readonly judge: 'pass' | 'fail';
  /** The way in which the rows were chosen for people. */
  readonly strategy: 'random' | 'starved_segments' | 'hard_cases' | 'unstated';
  /** The probability with which the design drew each row; null if it is unknown. */
  readonly probability: number | null;
  readonly count: number;
}

/** The counts from which a pass rate is corrected. All are of the same window, metric and judge. */
interface RateEvidence {
  readonly labelled: readonly LabelledVerdicts[];
  /** The counts of rows that only the judge rated. */
  readonly judged: { readonly passed: number; readonly failed: number };
  readonly confidence: number;
}

/** The reason why a pass rate cannot be corrected. */
type CorrectedRateRefusal = 'no_labels' | 'only_hard_cases' | 'too_few_labels' | RoganGladenRefusal;

/** The share of rows that people would pass, with the method that its labels permit, or a reason why there is none. */
export type CorrectedRate =
  | (Bounds & {
      readonly method: 'ppi++' | 'rogan_gladen';
      /**
       * The reason why the interval holds: labels were drawn at random, or the judge errs as often on labelled rows as
       * on others. Nothing in the rows can show the latter.
       */
      readonly assumes: 'random_draw' | 'equal_errors';
      readonly point: number;
      /** The number of labelled rows that the method used. */
      readonly n: number;
      /**
       * The number of labelled rows that it did not use as labels, because their design favours errors of the judge.
       */
      readonly dropped: number;
    })
  | { readonly refusal: CorrectedRateRefusal; readonly text: string };

/**
 * The minimum number of labelled rows on which people and judge disagree, and of rows of each human verdict, for the
 * normal interval of PPI++. With fewer, the interval covers less often than it says.
 */
const MIN_OF_A_KIND = 10;

const TEXTS: Readonly<Record<CorrectedRateRefusal, string>> = {
  no_labels: 'No person labelled a row that the judge rated, so its rates of error are unknown: label rows.',
  only_hard_cases:
    'All labels are of hard cases, on which a judge errs more often than on others: label a random sample too.',
  too_few_labels: `Rows were drawn with unequal probabilities, and fewer than ${MIN_OF_A_KIND} show a disagreement or one of the two verdicts, so the interval would be too short: label more rows.`,
  nothing_judged: 'The judge rated no row without a label, so there is no rate to correct: let it score rows.',
  one_category:
    'People passed all labelled rows or failed all of them, so one rate of error of the judge is unknown: label rows of the other verdict.',
  no_better_than_chance:
    'The judge passes rows that people fail at least as often as rows that people pass, so its rate says nothing: use another judge.',
  not_shown_better_than_chance:
    'The labelled rows are too few to show that the judge is better than chance: label more rows.',
};

/**
 * The share of rows that people would pass, from labels of some and verdicts of a judge on all.
 *
 * If a random draw with known probabilities chose every labelled row, PPI++ weights each by one over its probability.
 * It needs no assumption about the judge. Otherwise Rogan and Gladen's formula assumes that the judge errs equally
 * often on labelled and other rows. Hard cases break this assumption, so their labels are not used; the judge's
 * verdicts on these rows are.
 */
export function correctedRate({ labelled, judged, confidence }: RateEvidence): CorrectedRate {
  const used = labelled.filter(({ strategy, count }) => strategy !== 'hard_cases' && count > 0);
  const rest = labelled.filter(({ strategy }) => strategy === 'hard_cases');
  const dropped = countOf(rest, () => true);
  const n = countOf(used, () => true);
  if (n === 0) return refused(dropped === 0 ? 'no_labels' : 'only_hard_cases');

  const passed = judged.passed + countOf(rest, ({ judge }) => judge === 'pass');
  const failed = judged.failed + countOf(rest, ({ judge }) => judge === 'fail');
  const drawn = used.every(isDrawn) ? used : undefined;
  const isEqualDraw = drawn !== undefined && new Set(drawn.map(({ probability }) => probability)).size === 1;
  if (drawn !== undefined && hasEnoughOfEachKind(drawn)) {
    const { point, low, high } = ppiOf(drawn, { passed, failed }, isEqualDraw, confidence);
    const bounds = { low: within01(low), high: within01(high) };
    return { method: 'ppi++', assumes: 'random_draw', point: within01(point), ...bounds, n, dropped };
  }
  // The errors of rows that were drawn unequally are not those of all rows.
  if (drawn !== undefined && !isEqualDraw) return refused('too_few_labels');
  const corrected = roganGladen({ ...countErrors(used, { passed, failed }), confidence });
  if ('refusal' in corrected) return refused(corrected.refusal);
  const assumes = drawn === undefined ? 'equal_errors' : 'random_draw';
  return { method: 'rogan_gladen', assumes, ...corrected, n, dropped };
}

type DrawnVerdicts = LabelledVerdicts & { readonly probability: number };

function isDrawn(verdicts: LabelledVerdicts): verdicts is DrawnVerdicts {
  const { strategy, probability } = verdicts;
  return strategy === 'random' && probability !== null && probability > 0 && probability <= 1;
}

function hasEnoughOfEachKind(labelled: readonly LabelledVerdicts[]): boolean {
  const kinds = [
    countOf(labelled, ({ human, judge }) => human !== judge),
    countOf(labelled, ({ human }) => human === 'pass'),
    countOf(labelled, ({ human }) => human === 'fail'),
  ];
  return Math.min(...kinds) >= MIN_OF_A_KIND;
}

function ppiOf(
  drawn: readonly DrawnVerdicts[],
  judged: { readonly passed: number; readonly failed: number },
  isEqualDraw: boolean,
  confidence: number,
): Bounds & { readonly point: number } {
  const groups: LabelledGroup[] = drawn.map(({ human, judge, probability, count }) => ({
    y: human === 'pass' ? 1 : 0,
    f: judge === 'pass' ? 1 : 0,
    weight: 1 / probability,
    count,
  }));
  // After an equal draw, the other rows are a random sample too. After an unequal draw, only all rows together are.
  const drawnPasses = isEqualDraw ? 0 : countOf(drawn, ({ judge }) => judge === 'pass');
  const drawnFails = isEqualDraw ? 0 : countOf(drawn, ({ judge }) => judge === 'fail');
  const unlabelled = [
    { f: 1, count: judged.passed + drawnPasses },
    { f: 0, count: judged.failed + drawnFails },
  ];
  return ppiMean({ labelled: groups, unlabelled, isWholePopulation: !isEqualDraw, confidence });
}

/** The counts of a judge's errors among labelled rows, and of its passes among the other rows. */
function countErrors(
  labelled: readonly LabelledVerdicts[],
  { passed, failed }: { readonly passed: number; readonly failed: number },
): JudgeCounts {
  return {
    apparent: { k: passed, n: passed + failed },
    sensitivity: {
      k: countOf(labelled, ({ human, judge }) => human === 'pass' && judge === 'pass'),
      n: countOf(labelled, ({ human }) => human === 'pass'),
    },
    specificity: {
      k: countOf(labelled, ({ human, judge }) => human === 'fail' && judge === 'fail'),
      n: countOf(labelled, ({ human }) => human === 'fail'),
    },
  };
}

function countOf(verdicts: readonly LabelledVerdicts[], isCounted: (verdicts: LabelledVerdicts) => boolean): number {
  return verdicts.reduce((sum, group) => sum + (isCounted(group) ? group.count : 0), 0);
}

function refused(refusal: CorrectedRateRefusal): CorrectedRate {
  return { refusal, text: TEXTS[refusal] };
}
