import type pg from 'pg';
import type { CalibrationKind, RecalibrationChange } from '../../../domain/quality/calibration/lifecycle.ts';

/** A row of the recalibration log. */
export interface RecalibrationRow {
  readonly number: bigint;
  readonly change: RecalibrationChange;
  readonly calibrationId: string;
  /** The version of the manifest after the change. */
  readonly manifestVersion: number;
  /** The user, token or operator that asked; null for a change that the service made itself. */
  readonly actor: string | null;
  readonly detail: string;
  readonly at: Date;
}

/** The recalibration log of one kind of calibrations. */
export interface RecalibrationLog {
  /** The changes of a workspace, newest first, at most `limit`. */
  list(page: {
    readonly workspaceId: string;
    /** The number of the last row of the previous page. */
    readonly before: bigint | undefined;
    readonly limit: number;
  }): Promise<RecalibrationRow[]>;
}

export function createRecalibrationLog(pool: pg.Pool, kind: CalibrationKind): RecalibrationLog {
  return {
    async list({ workspaceId, before, limit }) {
      const { rows } = await pool.query<RecalibrationRow>(
        `SELECT number, change, calibration_id AS "calibrationId", manifest_version AS "manifestVersion", actor, detail, at
         FROM recalibration_log
         WHERE workspace_id = $1 AND kind = $2 AND ($3::bigint IS NULL OR number < $3)
         ORDER BY number DESC LIMIT $4`,
        [workspaceId, kind, before ?? null, limit],
      );
      return rows;
    },
  };
}
