import { createCalibrationEvidence } from '../../../domain/quality/calibration/calibration-evidence.ts';
import { fitCalibration, type FitOutcome } from '../../../domain/quality/calibration/fit-calibration.ts';
import type { CalibrationFitPorts } from './calibration-fit-ports.ts';
import type { FitFrame } from './fit-frame.ts';

/**
 * Fits the units of a workspace on its labelled verdicts.
 *
 * @throws Refusal if ClickHouse does not answer
 */
export async function fitQuality(
  { reader, settings, goldSources, fingerprint, faultPoints }: CalibrationFitPorts,
  { workspaceId, window, confidence, minN }: FitFrame,
): Promise<FitOutcome> {
  const { tolerance, tolerances } = settings;
  const evidence = createCalibrationEvidence();
  const { census, arrivalHighWater } = await reader.read({ workspaceId, ...window, goldSources }, (row) =>
    evidence.add(row),
  );
  faultPoints.reach('calibrating.after_read');
  return fitCalibration({
    workspaceId,
    fingerprint,
    terms: { confidence, minN, tolerance, tolerances },
    evidence: evidence.split(),
    census,
    arrivalHighWater,
  });
}
