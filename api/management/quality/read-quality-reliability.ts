import { QUALITY_READ_OPERATIONS } from '../../../contracts/quality/quality-read-operations.ts';
import { WorkspaceQuerySchema } from '../../../contracts/quality/reads/quality-window.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { requireWorkspace } from '../quality-workspace/require-workspace.ts';
import { presentReliability } from './present-reliability.ts';

/** Answers with the holdout report of the active calibration, verbatim. */
export const readQualityReliability = createManagementHandler(
  QUALITY_READ_OPERATIONS,
  'management.quality.reliability',
  {
    query: WorkspaceQuerySchema,
    async answer(request, { ports }) {
      const workspaceId = await requireWorkspace(ports, request.query.workspace_id);
      const active = await ports.calibrations.store.activeOf(workspaceId);
      return presentReliability(workspaceId, active?.artifact, active?.artifact.units ?? []);
    },
  },
);
