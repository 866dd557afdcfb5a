/** The maximum number of units of an artifact. */
export const MAX_UNITS_OF_FIT = 10_000;

/** The parts of a time-ordered split, oldest first: half of the rows, then a quarter, then a quarter. */
export const CALIBRATION_PARTS = ['fit', 'calibration', 'holdout'] as const;
export type CalibrationPart = (typeof CALIBRATION_PARTS)[number];

/** The states of a unit. `unmeasurable`: no evidence of this size or kind could have certified it. */
export const CALIBRATION_UNIT_STATES = ['passed', 'failed', 'unmeasurable'] as const;
export type CalibrationUnitState = (typeof CALIBRATION_UNIT_STATES)[number];

/** The reasons why a unit is unmeasurable, in the order of the checks; then those why a unit failed. */
export const UNIT_REFUSAL_CODES = [
  'no_judge',
  'judge_decided_nothing',
  'no_confidence',
  'too_few_rows',
  'one_human_verdict',
  'below_detectable_error',
  'no_threshold_passed',
  'error_above_tolerance',
] as const;
type UnitRefusalCode = (typeof UNIT_REFUSAL_CODES)[number];

/** The reason why a unit did not pass, with the needed and the present amount. */
export interface UnitRefusal {
  readonly code: UnitRefusalCode;
  /** The smallest amount that would suffice, or the largest accepted number of errors. */
  readonly need: number;
  readonly have: number;
  /** The sentence for people: what is missing, and what to do. */
  readonly text: string;
}

/** A bin of the reliability diagram: the decided rows of one range of certainties. */
export interface ReliabilityBinDocument {
  /** The lowest and the highest certainty in the bin. */
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  readonly agreed: number;
  readonly mean_confidence: number;
  readonly agreement: number;
  /** Wilson's interval of the agreement, at 95 %. */
  readonly low: number;
  readonly high: number;
}

/** The calibration of one judge on one metric and segment. */
export interface CalibrationUnit {
  readonly metric: string;
  /** The segment; empty for requests without a route. */
  readonly segment: string;
  readonly judge_subject: string;
  readonly state: CalibrationUnitState;
  /** True only if the state is `passed`. */
  readonly gate_passed: boolean;
  /** The maximum accepted share of wrong verdicts. */
  readonly tolerance: number;
  readonly confidence: number;
  /** The minimum certainty of accepted verdicts; null if no threshold was chosen. */
  readonly threshold: number | null;
  /** The largest error with which the accepted rows of the holdout would pass; null if none would. */
  readonly allowance: number | null;
  /** The rows of the holdout with at least the threshold, and the wrong ones among them. */
  readonly accepted: number;
  readonly errors: number;
  /** The share of wrong verdicts among the accepted rows; null without accepted rows. */
  readonly error: number | null;
  /** The share of wrong verdicts among all decided rows of the holdout; null without rows. */
  readonly raw_error: number | null;
  /**
   * The smallest tolerance that the accepted rows could certify, or without a threshold, all rows of the holdout with a
   * certainty. Null without such rows.
   */
  readonly min_detectable_error: number | null;
  /** The share of correct rows that the threshold refuses; null without correct rows or without a threshold. */
  readonly false_refusal_rate: number | null;
  /** The decided rows of each part. */
  readonly rows: Readonly<Record<CalibrationPart, number>>;
  /** Null exactly if the unit passed. */
  readonly refusal: UnitRefusal | null;
  /** The reliability diagram of the decided rows of the holdout, least certain first. */
  readonly bins: readonly ReliabilityBinDocument[];
  /** The number of rows on which the judge abstained or gave no verdict; neither errors nor passes. */
  readonly judge_refusals: number;
}

/** The counts of labels that a fit read. */
export interface LabelCensus {
  /** The requests of the workspace with a majority of people, counted once for each metric. */
  readonly labelled: number;
  /** The requests with as many passes as fails. */
  readonly ties: number;
  /** The requests that people only abstained on. */
  readonly uncertain: number;
  /** The outcomes that a newer one of the same person on the same request replaces. */
  readonly duplicates: number;
  /** The labelled requests that cannot support a fit, because they are imported or synthetic. */
  readonly not_fit_eligible: number;
  /** True if the workspace has more labelled rows than a fit reads; the newest rows are kept. */
  readonly is_capped: boolean;
}

/** The labelled requests of a part, and the admissions of the first and the last one. */
export interface PartSummary {
  readonly rows: number;
  /** Null without rows. */
  readonly from: string | null;
  readonly until: string | null;
}

/** The window of the rows that a fit read. */
export interface CalibrationWindow {
  /** The admissions of the first and the last row. */
  readonly from: string;
  readonly until: string;
  /** The newest arrival sequence that the fit could read, in digits. */
  readonly arrival_high_water: string;
}

/** The result of a fit. It has no effect until it is activated. */
export interface CalibrationArtifact {
  readonly id: string;
  readonly workspace_id: string;
  readonly fitted_at: string;
  /** The policy epoch: the digest of the configuration that decides what is judged. */
  readonly fingerprint: string;
  readonly confidence: number;
  readonly min_n: number;
  readonly window: CalibrationWindow;
  readonly census: LabelCensus;
  readonly parts: Readonly<Record<CalibrationPart, PartSummary>>;
  /** The units by metric, segment and judge. */
  readonly units: readonly CalibrationUnit[];
  /** The SHA-256 of the canonical JSON without `id`, `fitted_at` and `digest`, in hexadecimal digits. */
  readonly digest: string;
}
