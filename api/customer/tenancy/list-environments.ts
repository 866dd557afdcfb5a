import { TENANCY_OPERATIONS } from '../../../contracts/tenancy/operations.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { listVisibleNodes } from './list-visible-nodes.ts';

/** The environments of a workspace that exist for the caller, newest first. */
export const listEnvironments = createListHandler(TENANCY_OPERATIONS, 'customer.environments.list', {
  access: 'requireWorkspace',
  source: (request, context) =>
    listVisibleNodes(context, request, 'environment', (named, block) => ({
      environment_id: block.environmentId,
      gateway_id: block.gatewayId,
      application_id: block.applicationId,
      workspace_id: block.workspaceId,
      ...named,
    })),
});
