import { TENANCY_OPERATIONS } from '../../../contracts/tenancy/operations.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { listVisibleNodes } from './list-visible-nodes.ts';

/** The gateways of a workspace that exist for the caller, newest first. */
export const listGateways = createListHandler(TENANCY_OPERATIONS, 'customer.gateways.list', {
  access: 'requireWorkspace',
  source: (request, context) =>
    listVisibleNodes(context, request, 'gateway', (named, block) => ({
      gateway_id: block.gatewayId,
      application_id: block.applicationId,
      workspace_id: block.workspaceId,
      ...named,
    })),
});
