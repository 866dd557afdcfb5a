import type { EvalsBlock } from './evals-block.ts';
import { FROZEN_FLOORS } from './floors.ts';
import { periodMs } from './period-ms.ts';

/** The defaults of the block `evals.calibration.quality`, in the notation of the file. */
export const CALIBRATION_DEFAULTS = { min_n: FROZEN_FLOORS.judge_validation_min_n, tolerance: 0.1 } as const;

/**
 * The smallest share of errors that a fit accepts as its limit: a tolerance, or the budget of a routing threshold.
 * People do not label the thousands of rows that a smaller one needs.
 */
export const MIN_TOLERANCE = 0.001;

/** The settings of quality calibrations. */
export interface CalibrationSettings {
  /** True if calibrations are fitted and claims are derived from them. */
  readonly isEnabled: boolean;
  /** The confidence of the claims, strictly between 0 and 1; undefined if it is not configured. */
  readonly confidence: number | undefined;
  /** The number of rows that a unit must hold out. */
  readonly minN: number;
  /** The maximum accepted share of wrong verdicts, of each metric without its own. */
  readonly tolerance: number;
  /** The tolerances by metric. */
  readonly tolerances: Readonly<Record<string, number>>;
  /** Milliseconds between refits; undefined without refits. */
  readonly refitIntervalMs: number | undefined;
}

/** The settings of a block that has no faults. */
export function calibrationSettings({ calibration }: Pick<EvalsBlock, 'calibration'> = {}): CalibrationSettings {
  const block = calibration?.quality ?? {};
  return {
    isEnabled: block.enabled ?? false,
    confidence: block.confidence,
    minN: block.min_n ?? CALIBRATION_DEFAULTS.min_n,
    tolerance: block.tolerance ?? CALIBRATION_DEFAULTS.tolerance,
    tolerances: block.tolerances ?? {},
    refitIntervalMs: periodMs(block.refit_interval),
  };
}
