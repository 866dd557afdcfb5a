import type { CalibrationKind } from '../../../domain/quality/calibration/lifecycle.ts';
import type { Queryable } from '../../postgres/pool.ts';

/** The pointers of a workspace to its calibrations. */
export interface CalibrationManifest {
  /** The number of changes of the active artifact; 0 before the first activation. */
  readonly version: number;
  /** Undefined while no artifact is active. */
  readonly activeId: string | undefined;
  /** The newest candidate that is newer than the active artifact, for comparison with it; undefined without one. */
  readonly shadowId: string | undefined;
}

/** Reads the pointers of a workspace to its calibrations of one kind. */
export async function readManifest(
  client: Queryable,
  workspaceId: string,
  kind: CalibrationKind,
): Promise<CalibrationManifest> {
  const { rows } = await client.query<{ version: number; active_id: string | null; shadow_id: string | null }>(
    `SELECT m.version, m.active_id, (
       SELECT c.calibration_id FROM calibrations c
       WHERE c.workspace_id = m.workspace_id AND c.kind = m.kind AND c.state = 'candidate'
         AND c.version > coalesce((SELECT a.version FROM calibrations a WHERE a.calibration_id = m.active_id), 0)
       ORDER BY c.version DESC LIMIT 1) AS shadow_id
     FROM calibration_manifests m WHERE m.workspace_id = $1 AND m.kind = $2`,
    [workspaceId, kind],
  );
  const row = rows[0];
  return {
    version: row?.version ?? 0,
    activeId: row?.active_id ?? undefined,
    shadowId: row?.shadow_id ?? undefined,
  };
}
