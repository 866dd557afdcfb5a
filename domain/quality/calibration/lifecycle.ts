/** The kinds of calibrations. Each has its own versions, active artifact and log in a workspace. */
export const CALIBRATION_KINDS = ['quality', 'routing'] as const;
export type CalibrationKind = (typeof CALIBRATION_KINDS)[number];

/**
 * The states of a calibration. A candidate is inert. Of each kind, at most one calibration of a workspace is active; it
 * is retired by its successor or by an operator. A refused fit has no artifact.
 */
export const CALIBRATION_STATES = ['candidate', 'active', 'retired', 'refused'] as const;
export type CalibrationState = (typeof CALIBRATION_STATES)[number];

/** The changes of the recalibration log. A demotion is one of a judge that the active artifact relies on. */
export const RECALIBRATION_CHANGES = ['fit', 'activation', 'demotion', 'retirement'] as const;
export type RecalibrationChange = (typeof RECALIBRATION_CHANGES)[number];

/** The maximum number of fits of a workspace that have no result. */
export const MAX_OPEN_FITS = 20;

/** The reason why a fit was refused, with the needed and the present amount where the reason has them. */
export interface FitRefusal {
  readonly code: string;
  /** The sentence for people: what is missing, and what to do. */
  readonly text: string;
  readonly need?: number;
  readonly have?: number;
}
