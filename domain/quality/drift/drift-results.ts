import type { CalibrationUnit } from '../calibration/artifact.ts';
import type { DriftDetector } from './detectors.ts';

/** The unit of a calibration that a detector looked at. */
export type DriftUnit = Pick<CalibrationUnit, 'metric' | 'segment' | 'judge_subject'>;

/** A half-open span of time, in Unix milliseconds. */
export interface DriftSpan {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The reasons why a detector could not look. */
export const DRIFT_REFUSAL_CODES = [
  'drift_unmeasured',
  'no_active_calibration',
  'no_licensed_unit',
  'window_too_short',
  'thin_days',
  'too_few_rows',
  'single_bin',
  'no_reference_rows',
  'no_labels_since_calibration',
] as const;
export type DriftRefusalCode = (typeof DRIFT_REFUSAL_CODES)[number];

/** The result of a look of one detector at one unit, whether or not it is a finding. */
export interface DriftFinding {
  readonly detector: DriftDetector;
  readonly unit: DriftUnit;
  /** The span that is compared, and the rows in it. */
  readonly window: DriftSpan;
  readonly rows: number;
  /** The rows that it is compared with. */
  readonly referenceRows: number;
  /** The size of the change, in the unit of the detector. */
  readonly magnitude: number;
  /** The size at which a look at this unit alone finds drift. */
  readonly critical: number;
  /** The smallest practical size of a finding, in the same unit; null if every size counts. */
  readonly practicalMinimum: number | null;
  /** The p-value of the look; null for a detector that is valid at every look. */
  readonly pValue: number | null;
  readonly isFinding: boolean;
}

/** A look that a detector could not take. */
export interface DriftRefusal {
  /** Undefined if no detector ran. */
  readonly detector: DriftDetector | undefined;
  /** Undefined if the reason concerns every unit. */
  readonly unit: DriftUnit | undefined;
  readonly code: DriftRefusalCode;
  readonly need: number | null;
  readonly have: number | null;
  readonly text: string;
}

/** The results of detectors. */
export interface DriftResults {
  readonly findings: readonly DriftFinding[];
  readonly refusals: readonly DriftRefusal[];
}
