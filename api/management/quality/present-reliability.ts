import { presentUnit } from '../../../contracts/quality/calibrations/present-unit.ts';
import type { QualityReliabilityDocument } from '../../../contracts/quality/reads/quality-reliability.ts';
import type { CalibrationArtifact, CalibrationUnit } from '../../../domain/quality/calibration/artifact.ts';

/** The report of the active calibration, with the given units of it, or the reason why there is none. */
export function presentReliability(
  workspaceId: string,
  artifact: CalibrationArtifact | undefined,
  units: readonly CalibrationUnit[],
): QualityReliabilityDocument {
  if (artifact === undefined) {
    const text = 'No calibration is active, so there is no holdout report. Fit one, and activate it.';
    return {
      ...{ workspace_id: workspaceId, calibration_id: null, fitted_at: null, units: [], provenance: null },
      refusal: { code: 'no_active_calibration', text },
    };
  }
  const { from, until, arrival_high_water: highWater } = artifact.window;
  return {
    workspace_id: workspaceId,
    calibration_id: artifact.id,
    fitted_at: artifact.fitted_at,
    units: units.map(presentUnit),
    refusal: null,
    provenance: {
      window: { since: from, until },
      path: 'artifact',
      index_high_water: highWater,
      demo_rows: null,
      // A fit reads no costs.
      estimated_rows: 0,
    },
  };
}
