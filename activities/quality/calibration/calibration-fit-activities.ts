import { withHeartbeat } from '../../with-heartbeat.ts';
import type { CalibrationFitPorts } from './calibration-fit-ports.ts';
import { fitWorkspace } from './fit-workspace.ts';
import { requestRefits } from './request-refits.ts';
import type { FitStatus } from './fit-status.ts';

/** The side effects of `calibrationFit`. */
export interface CalibrationFitActivities {
  /**
   * Requests a refit of each workspace with labels, which enqueues the starts of the fits, and returns their ids. A
   * repetition within the same interval returns the same fits.
   */
  requestRefits(): Promise<readonly string[]>;
  /**
   * Reads the labelled rows of a requested fit, fits them, and records the result. A repetition of a recorded fit
   * returns the recorded result.
   */
  fitCalibration(fit: { readonly fitId: string }): Promise<FitStatus>;
}

export function createCalibrationFitActivities(ports: CalibrationFitPorts): CalibrationFitActivities {
  // A read of many labels takes minutes, so a heartbeat detects a dead worker within seconds.
  return {
    requestRefits: () => withHeartbeat(() => requestRefits(ports)),
    fitCalibration: ({ fitId }) => withHeartbeat(() => fitWorkspace(ports, fitId)),
  };
}
