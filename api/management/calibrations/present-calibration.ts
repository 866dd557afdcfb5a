import type { CalibrationEntryDocument } from '../../../contracts/quality/calibrations/calibration-board.ts';
import type { CalibrationKind } from '../../../domain/quality/calibration/lifecycle.ts';
import type { CalibrationEntry } from '../../../store/quality/calibrations/calibration-row.ts';

/** A calibration without its artifact, in the form of an answer. */
export function presentCalibration(entry: CalibrationEntry, kind: CalibrationKind): CalibrationEntryDocument {
  const { digest, refusal, activatedAt, retiredAt } = entry;
  return {
    calibration_id: entry.calibrationId,
    kind,
    workspace_id: entry.workspaceId,
    version: entry.version,
    state: entry.state,
    ...(digest !== undefined && { digest }),
    ...(refusal !== undefined && { refusal }),
    units: entry.units,
    passed_units: entry.passedUnits,
    fitted_at: entry.fittedAt.toISOString(),
    ...(activatedAt !== undefined && { activated_at: activatedAt.toISOString() }),
    ...(retiredAt !== undefined && { retired_at: retiredAt.toISOString() }),
  };
}
