import { TENANCY_OPERATIONS } from '../../../contracts/tenancy/operations.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { listVisibleNodes } from './list-visible-nodes.ts';

/** The workspaces of an organization that exist for the caller, newest first. */
export const listWorkspaces = createListHandler(TENANCY_OPERATIONS, 'customer.workspaces.list', {
  access: 'requireOrganization',
  source: (request, context) =>
    listVisibleNodes(context, request, 'workspace', (named, block) => ({
      workspace_id: block.workspaceId,
      organization_id: block.organizationId,
      ...named,
    })),
});
