import type pg from 'pg';
import type { RoutingArtifact } from '../../../domain/quality/routing-thresholds/routing-artifact.ts';

/** Finds the active routing artifacts of all workspaces, by workspace. */
export type FindActiveRouting = () => Promise<RoutingArtifact[]>;

export function createActiveRoutingFinder(pool: pg.Pool): FindActiveRouting {
  return async () => {
    const { rows } = await pool.query<{ artifact: RoutingArtifact | null }>(
      `SELECT c.artifact FROM calibration_manifests m JOIN calibrations c ON c.calibration_id = m.active_id
       WHERE m.kind = 'routing' ORDER BY m.workspace_id`,
    );
    return rows.flatMap(({ artifact }) => artifact ?? []);
  };
}
