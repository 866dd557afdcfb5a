import type pg from 'pg';

/** The input of the workflow of a fit: ids and times only. */
export interface CalibrationStart {
  readonly fitId: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** The window of the labels; null bounds are open. */
  readonly since: Date | null;
  readonly until: Date | null;
  /** Null while the fit has no result. */
  readonly endedAt: Date | null;
}

export interface CalibrationStartStore {
  /** The input of a fit; undefined if there is no such fit. */
  find(fitId: string): Promise<CalibrationStart | undefined>;
}

/** Creates the store of the facts that the relay needs before it starts the workflow of a fit. */
export function createCalibrationStartStore(pool: pg.Pool): CalibrationStartStore {
  return {
    async find(fitId) {
      const { rows } = await pool.query<CalibrationStart>(
        `SELECT f.fit_id AS "fitId", w.organization_id AS "organizationId", f.workspace_id AS "workspaceId", f.since,
           f.until, f.ended_at AS "endedAt"
         FROM calibration_fits f JOIN workspaces w USING (workspace_id) WHERE f.fit_id = $1`,
        [fitId],
      );
      return rows[0];
    },
  };
}
