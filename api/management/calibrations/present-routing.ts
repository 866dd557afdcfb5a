import type { RoutingArtifactDocument } from '../../../contracts/quality/calibrations/routing-artifact.ts';
import type { RoutingArtifact } from '../../../domain/quality/routing-thresholds/routing-artifact.ts';

/** A routing artifact in the form of an answer: verbatim. */
export function presentRouting(artifact: RoutingArtifact): RoutingArtifactDocument {
  const { fit, calibration, holdout } = artifact.parts;
  return {
    ...artifact,
    cheap: { ...artifact.cheap },
    dear: { ...artifact.dear },
    window: { ...artifact.window },
    census: { ...artifact.census },
    parts: { fit: { ...fit }, calibration: { ...calibration }, holdout: { ...holdout } },
    tested: artifact.tested.map((route) => ({ ...route })),
    refusal: artifact.refusal && { ...artifact.refusal },
  };
}
