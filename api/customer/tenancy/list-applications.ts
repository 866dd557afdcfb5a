import { TENANCY_OPERATIONS } from '../../../contracts/tenancy/operations.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { listVisibleNodes } from './list-visible-nodes.ts';

/** The applications of a workspace that exist for the caller, newest first. */
export const listApplications = createListHandler(TENANCY_OPERATIONS, 'customer.applications.list', {
  access: 'requireWorkspace',
  source: (request, context) =>
    listVisibleNodes(context, request, 'application', (named, block) => ({
      application_id: block.applicationId,
      workspace_id: block.workspaceId,
      ...named,
    })),
});
