/**
 * The drift detectors, by id. `per_look`: the level is the probability of a false finding in a single look at one unit.
 * `all_looks`: it is the probability of any false finding of the calibration, over all looks together.
 */
export const DRIFT_DETECTORS = {
  'robust-seasonal-v1': { method: 's_h_esd', unitOfMagnitude: 'standard_deviations', holds: 'per_look' },
  'psi-window-v1': { method: 'population_stability_index', unitOfMagnitude: 'psi', holds: 'per_look' },
  'risk-monitor-v1': { method: 'bernoulli_confidence_sequence', unitOfMagnitude: 'error_rate', holds: 'all_looks' },
} as const;

export type DriftDetector = keyof typeof DRIFT_DETECTORS;

/** The ids of the detectors, in the order in which they run. */
export const DRIFT_DETECTOR_IDS: readonly DriftDetector[] = ['robust-seasonal-v1', 'psi-window-v1', 'risk-monitor-v1'];

/** The probability of a false finding, in the sense of each detector. */
export const DRIFT_LEVEL = 0.05;

/** The configured detectors that exist, in their order. Unknown ids are dropped. */
export function knownDetectors(configured: readonly string[]): DriftDetector[] {
  return DRIFT_DETECTOR_IDS.filter((id) => configured.includes(id));
}
