import type { CalibrationArtifact } from '../../../domain/quality/calibration/artifact.ts';
import type { CalibrationArtifactDocument } from './calibration-artifact.ts';
import { presentUnit } from './present-unit.ts';

/** An artifact in the form of an answer: verbatim. */
export function presentArtifact(artifact: CalibrationArtifact): CalibrationArtifactDocument {
  const { fit, calibration, holdout } = artifact.parts;
  return {
    ...artifact,
    window: { ...artifact.window },
    census: { ...artifact.census },
    parts: { fit: { ...fit }, calibration: { ...calibration }, holdout: { ...holdout } },
    units: artifact.units.map(presentUnit),
  };
}
