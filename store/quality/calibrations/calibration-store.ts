import type pg from 'pg';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { CalibrationArtifact } from '../../../domain/quality/calibration/artifact.ts';
import type { CalibrationKind } from '../../../domain/quality/calibration/lifecycle.ts';
import {
  CALIBRATION_COLUMNS,
  calibrationFromRow,
  type CalibrationEntry,
  type CalibrationRow,
} from './calibration-row.ts';
import { createManifestChanges, type ManifestChanges } from './manifest-changes.ts';
import { readManifest, type CalibrationManifest } from './read-manifest.ts';

/** A stored calibration with its document. */
export interface StoredCalibration<Artifact> extends CalibrationEntry {
  /** Undefined for a refused fit. */
  readonly artifact: Artifact | undefined;
}

/** The active calibration of a workspace. */
interface ActiveCalibration<Artifact> {
  readonly artifact: Artifact;
  readonly manifestVersion: number;
  readonly activatedAt: Date;
}

/** The calibrations of one kind, and which of them is active. `CalibrationFitStore` adds calibrations. */
export interface CalibrationStore<Artifact = CalibrationArtifact> extends ManifestChanges {
  /** The calibrations of a workspace, newest first, at most `limit`. */
  list(page: {
    readonly workspaceId: string;
    /** The version of the last calibration of the previous page. */
    readonly before: number | undefined;
    readonly limit: number;
  }): Promise<CalibrationEntry[]>;
  /** Undefined if there is no such calibration of this kind. */
  find(calibrationId: string): Promise<StoredCalibration<Artifact> | undefined>;
  manifestOf(workspaceId: string): Promise<CalibrationManifest>;
  /** Undefined while no artifact is active. */
  activeOf(workspaceId: string): Promise<ActiveCalibration<Artifact> | undefined>;
}

/** The store of one kind of calibrations. */
export function createCalibrationStore<Artifact = CalibrationArtifact>(
  pool: pg.Pool,
  clock: Clock,
  kind: CalibrationKind,
): CalibrationStore<Artifact> {
  return {
    ...createManifestChanges(pool, clock, kind),

    async list({ workspaceId, before, limit }) {
      const { rows } = await pool.query<CalibrationRow>(
        `SELECT ${CALIBRATION_COLUMNS} FROM calibrations
         WHERE workspace_id = $1 AND kind = $2 AND ($3::integer IS NULL OR version < $3)
         ORDER BY version DESC LIMIT $4`,
        [workspaceId, kind, before ?? null, limit],
      );
      return rows.map(calibrationFromRow);
    },

    async find(calibrationId) {
      const { rows } = await pool.query<CalibrationRow & { artifact: Artifact | null }>(
        `SELECT ${CALIBRATION_COLUMNS}, artifact FROM calibrations WHERE calibration_id = $1 AND kind = $2`,
        [calibrationId, kind],
      );
      return rows.map((row) => ({ ...calibrationFromRow(row), artifact: row.artifact ?? undefined }))[0];
    },

    manifestOf: (workspaceId) => readManifest(pool, workspaceId, kind),

    async activeOf(workspaceId) {
      const { rows } = await pool.query<{ artifact: Artifact | null; version: number; activated_at: Date }>(
        `SELECT c.artifact, m.version, coalesce(c.activated_at, m.changed_at) AS activated_at
         FROM calibration_manifests m JOIN calibrations c ON c.calibration_id = m.active_id
         WHERE m.workspace_id = $1 AND m.kind = $2`,
        [workspaceId, kind],
      );
      return rows.flatMap(({ artifact, version, activated_at: activatedAt }) =>
        artifact === null ? [] : [{ artifact, manifestVersion: version, activatedAt }],
      )[0];
    },
  };
}
