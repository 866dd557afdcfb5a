import type pg from 'pg';
import type { CalibrationUnit } from '../../../domain/quality/calibration/artifact.ts';

/** The units that the active artifact of a workspace licenses: those that passed their gates. */
interface ActiveUnits {
  /** Undefined while no artifact is active. */
  readonly calibrationId: string | undefined;
  readonly units: readonly CalibrationUnit[];
}

/** Finds the units that serve in a workspace. A unit that failed its gate, or is unmeasurable, serves nothing. */
export type FindActiveUnits = (workspaceId: string) => Promise<ActiveUnits>;

export function createActiveUnitsFinder(pool: pg.Pool): FindActiveUnits {
  return async (workspaceId) => {
    const { rows } = await pool.query<{ calibration_id: string; units: unknown }>(
      `SELECT c.calibration_id, c.artifact -> 'units' AS units
       FROM calibration_manifests m JOIN calibrations c ON c.calibration_id = m.active_id
       WHERE m.workspace_id = $1 AND m.kind = 'quality'`,
      [workspaceId],
    );
    const units = (rows[0]?.units ?? []) as readonly CalibrationUnit[];
    return { calibrationId: rows[0]?.calibration_id, units: units.filter((unit) => unit.gate_passed) };
  };
}
