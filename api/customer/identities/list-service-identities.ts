import { IDENTITY_OPERATIONS } from '../../../contracts/tenancy/identity-operations.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { permitServices } from './permit-keys.ts';

/** The service identities of a workspace, newest first. */
export const listServiceIdentities = createListHandler(IDENTITY_OPERATIONS, 'customer.service_identities.list', {
  access: 'requireWorkspace',
  source: (request, { ports, access }) => {
    const workspace = access.workspace.of(request);
    const { workspaceId } = workspace;
    permitServices(access.caller.of(request), workspace);
    return {
      list: 'service-identities',
      workspaceId,
      load: (after, limit) => ports.serviceIdentities.list({ workspaceId, limit, after }),
      keyOf: (one) => ({ createdAt: one.created_at, id: one.service_id }),
      present: (services) => services,
    };
  },
});
