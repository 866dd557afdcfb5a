import type { CalibrationKind, RecalibrationChange } from '../../../domain/quality/calibration/lifecycle.ts';
import type { Queryable } from '../../postgres/pool.ts';

/** A change to record in the recalibration log. */
interface LoggedChange {
  readonly workspaceId: string;
  readonly kind: CalibrationKind;
  readonly change: RecalibrationChange;
  readonly calibrationId: string;
  /** The version of the manifest after the change. */
  readonly manifestVersion: number;
  /** Undefined for a change that the service made itself. */
  readonly actor: string | undefined;
  readonly detail: string;
  readonly at: Date;
}

/** Records a change in the recalibration log, in the transaction of `client`. */
export async function insertLogRow(client: Queryable, logged: LoggedChange): Promise<void> {
  const { workspaceId, kind, change, calibrationId, manifestVersion, actor, detail, at } = logged;
  await client.query(
    `INSERT INTO recalibration_log (workspace_id, kind, change, calibration_id, manifest_version, actor, detail, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [workspaceId, kind, change, calibrationId, manifestVersion, actor ?? null, detail, at],
  );
}
