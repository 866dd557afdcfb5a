import { QUALITY_READ_OPERATIONS } from '../../../contracts/quality/quality-read-operations.ts';
import { WorkspaceQuerySchema } from '../../../contracts/quality/reads/quality-window.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { requireWorkspace } from '../quality-workspace/require-workspace.ts';
import { presentReliability } from './present-reliability.ts';

/** Answers with the units of one segment from the holdout report of the active calibration. */
export const readSegmentReliability = createManagementHandler(
  QUALITY_READ_OPERATIONS,
  'management.quality.segment_reliability',
  {
    query: WorkspaceQuerySchema,
    async answer(request, { ports }) {
      const { segment } = request.params;
      const workspaceId = await requireWorkspace(ports, request.query.workspace_id);
      const active = await ports.calibrations.store.activeOf(workspaceId);
      const units = (active?.artifact.units ?? []).filter((unit) => unit.segment === segment);
      if (active !== undefined && units.length === 0) {
        throw notFound('The active calibration has no unit of this segment. Use a segment from the whole report.');
      }
      return { segment, ...presentReliability(workspaceId, active?.artifact, units) };
    },
  },
);
