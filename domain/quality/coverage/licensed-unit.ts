import type { CalibrationArtifact, CalibrationUnit } from '../calibration/artifact.ts';

/** A unit whose verdicts are evidence: it passed its gate, and has a threshold. */
export interface LicensedUnit extends CalibrationUnit {
  readonly gate_passed: true;
  readonly threshold: number;
}

/** The units of the active calibration that license verdicts, in its order; none without a calibration. */
export function licensedUnits(artifact: CalibrationArtifact | undefined): LicensedUnit[] {
  return (artifact?.units ?? []).filter(isLicensed);
}

function isLicensed(unit: CalibrationUnit): unit is LicensedUnit {
  return unit.gate_passed && unit.threshold !== null;
}
