import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';

/** Answers with the retention horizon of a workspace. */
export const readWorkspaceRetention = createManagementHandler(
  INSTALLATION_OPERATIONS,
  'management.retention.workspace',
  {
    async answer(request, { ports }) {
      const { workspaceId, keepsFrom, erasedBefore } = await ports.installation.retention.find(request.params.ws);
      return {
        workspace_id: workspaceId,
        ...(keepsFrom && { keeps_from: keepsFrom.toISOString() }),
        ...(erasedBefore && { erased_before: erasedBefore.toISOString() }),
      };
    },
  },
);
