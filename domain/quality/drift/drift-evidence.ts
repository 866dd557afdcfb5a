import type { DriftUnit } from './drift-results.ts';

/** The verdicts of a judge on the requests of one day. */
export interface DailyVerdicts {
  /** The start of the UTC day, in Unix milliseconds. */
  readonly dayMs: number;
  readonly passed: number;
  readonly failed: number;
}

/** The verdicts of a judge with the same kind in both windows. */
export interface VerdictLevel {
  readonly verdict: 'pass' | 'fail' | 'abstained' | 'no_verdict';
  /** The certainty in thousandths; null if the judge states none. */
  readonly certainty: number | null;
  /** The rows of the reference window and of the current window. */
  readonly reference: number;
  readonly current: number;
}

/** Labels on verdicts that the threshold accepts, since the calibration. */
export interface LabelledErrors {
  readonly rows: number;
  /** The rows on which most people give the opposite verdict. */
  readonly errors: number;
}

/** The evidence about one unit of the active calibration. */
export interface DriftEvidence {
  readonly unit: DriftUnit;
  /** The accepted rows of the holdout, and the wrong ones among them. */
  readonly reference: LabelledErrors;
  /** The days with verdicts, oldest first. */
  readonly days: readonly DailyVerdicts[];
  readonly levels: readonly VerdictLevel[];
  readonly online: LabelledErrors;
}
