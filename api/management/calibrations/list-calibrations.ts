import { Type } from 'typebox';
import { CALIBRATION_OPERATIONS } from '../../../contracts/quality/calibration-operations.ts';
import type { CalibrationBoard } from '../../../contracts/quality/calibrations/calibration-board.ts';
import { MAX_PAGE_ITEMS } from '../../../contracts/wire/envelope.ts';
import { idSchema } from '../../../contracts/wire/id-schema.ts';
import { literalUnion } from '../../../contracts/wire/literal-union.ts';
import { CALIBRATION_KINDS } from '../../../domain/quality/calibration/lifecycle.ts';
import type { RecalibrationRow } from '../../../store/quality/calibrations/recalibration-log.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';
import { requireWorkspace } from '../quality-workspace/require-workspace.ts';
import { presentCalibration } from './present-calibration.ts';
import { presentManifest } from './present-manifest.ts';

const QuerySchema = Type.Object(
  {
    ...PAGE_QUERY,
    workspace_id: Type.Optional(idSchema('workspace')),
    kind: Type.Optional(
      literalUnion(CALIBRATION_KINDS, { description: '`quality` by default; `routing` for routing thresholds' }),
    ),
  },
  { additionalProperties: false },
);

/** Lists the calibrations of one kind of a workspace with its manifest and its recalibration log. */
export const listCalibrations = createManagementHandler(CALIBRATION_OPERATIONS, 'management.calibrations.list', {
  query: QuerySchema,
  async answer(request, context) {
    const { calibrations, ...ports } = context.ports;
    const workspaceId = await requireWorkspace(ports, request.query.workspace_id);
    const { kind = 'quality' } = request.query;
    const { store, log: changes } = kind === 'quality' ? calibrations : calibrations.routing;
    const { rows, nextCursor } = await readListPage(request, context, {
      list: `calibrations ${kind} ${workspaceId}`,
      load: (after, limit) => store.list({ workspaceId, before: after && Number(after.id), limit }),
      keyOf: ({ version, fittedAt }) => ({ createdAt: fittedAt.toISOString(), id: String(version) }),
    });
    const [manifest, log] = await Promise.all([
      store.manifestOf(workspaceId),
      changes.list({ workspaceId, before: undefined, limit: MAX_PAGE_ITEMS }),
    ]);
    return {
      workspace_id: workspaceId,
      kind,
      manifest: presentManifest(manifest),
      calibrations: rows.map((row) => presentCalibration(row, kind)),
      log: log.map(presentLogRow),
      next_cursor: nextCursor,
    };
  },
});

function presentLogRow(row: RecalibrationRow): CalibrationBoard['log'][number] {
  return {
    change: row.change,
    calibration_id: row.calibrationId,
    manifest_version: row.manifestVersion,
    ...(row.actor !== null && { actor: row.actor }),
    detail: row.detail,
    at: row.at.toISOString(),
  };
}
