import type { CalibrationState, FitRefusal } from '../../../domain/quality/calibration/lifecycle.ts';

/** A stored calibration without its artifact. */
export interface CalibrationEntry {
  readonly calibrationId: string;
  readonly workspaceId: string;
  /** The number among the calibrations of the workspace, from 1. */
  readonly version: number;
  readonly state: CalibrationState;
  /** The digest of the artifact; undefined for a refused fit. */
  readonly digest: string | undefined;
  /** The reason why the fit was refused; undefined if it has an artifact. */
  readonly refusal: FitRefusal | undefined;
  readonly units: number;
  readonly passedUnits: number;
  readonly fittedAt: Date;
  /** The last activation; undefined if it was never active. */
  readonly activatedAt: Date | undefined;
  /** Undefined unless it is retired. */
  readonly retiredAt: Date | undefined;
}

/** The columns of a calibration without its artifact. */
export const CALIBRATION_COLUMNS = `calibration_id, workspace_id, version, state, digest, refusal, units, passed_units, fitted_at,
  activated_at, retired_at`;

/** The row of a calibration without its artifact. */
export interface CalibrationRow {
  calibration_id: string;
  workspace_id: string;
  version: number;
  state: string;
  digest: string | null;
  refusal: FitRefusal | null;
  units: number;
  passed_units: number;
  fitted_at: Date;
  activated_at: Date | null;
  retired_at: Date | null;
}

export function calibrationFromRow(row: CalibrationRow): CalibrationEntry {
  return {
    calibrationId: row.calibration_id,
    workspaceId: row.workspace_id,
    version: row.version,
    state: row.state as CalibrationState,
    digest: row.digest ?? undefined,
    refusal: row.refusal ?? undefined,
    units: row.units,
    passedUnits: row.passed_units,
    fittedAt: row.fitted_at,
    activatedAt: row.activated_at ?? undefined,
    retiredAt: row.retired_at ?? undefined,
  };
}
