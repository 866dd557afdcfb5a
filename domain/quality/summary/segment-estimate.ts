import type { OutcomeBasis } from '../../judges/outcome.ts';
import type { EstimateBasis, RateInterval } from '../quality-estimate.ts';
import type { RatedSegment } from './summary-evidence.ts';

/**
 * The ways to estimate a pass rate. `verdicts`: the share of passed requests among decided ones. `ppi_plus_plus` and
 * `rogan_gladen` correct the verdicts of a judge with labels.
 */
export const ESTIMATORS = ['verdicts', 'ppi_plus_plus', 'rogan_gladen'] as const;
export type Estimator = (typeof ESTIMATORS)[number];

/** The reasons why an estimate has no point, or no interval. */
export const ESTIMATE_REFUSAL_CODES = [
  'thin_segment',
  'no_active_calibration',
  'not_licensed',
  'no_labels',
  'only_hard_cases',
  'too_few_labels',
  'nothing_judged',
  'one_category',
  'no_better_than_chance',
  'not_shown_better_than_chance',
] as const;
export type EstimateRefusalCode = (typeof ESTIMATE_REFUSAL_CODES)[number];

/** The reason why a part of an estimate is missing. */
export interface EstimateRefusal {
  readonly code: EstimateRefusalCode;
  /** The needed and the present number of rows; null if the reason is no number. */
  readonly need: number | null;
  readonly have: number | null;
  readonly text: string;
}

/** The estimated pass rate of a segment, by one evaluator. */
export interface SegmentEstimate extends Pick<
  RatedSegment,
  'metric' | 'segment' | 'evaluatorKind' | 'evaluatorId' | 'judgeSubject' | 'abstained' | 'unheard'
> {
  readonly basis: EstimateBasis;
  /** The basis of the outcomes, which `insufficient` hides. */
  readonly outcomeBasis: OutcomeBasis;
  /** Null exactly if the basis is `insufficient`. */
  readonly point: number | null;
  readonly estimator: Estimator | null;
  /** Undefined unless the active calibration licenses the evaluator on this segment. */
  readonly interval: RateInterval | undefined;
  /** The decided requests. */
  readonly n: number;
  /** The share of passed requests among them; null if `point` is null. */
  readonly verdictRate: number | null;
  /** The labelled requests behind a corrected rate; null for other rates. */
  readonly labelled: number | null;
  readonly refusals: readonly EstimateRefusal[];
}
