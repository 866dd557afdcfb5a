import { IDENTITY_OPERATIONS } from '../../../contracts/tenancy/identity-operations.ts';
import { permittedLeaves } from '../../../domain/tenancy/resolve.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { permitServices } from './permit-keys.ts';

/** The credentials of a service in environments in which the caller holds `keys.manage`, newest first. */
export const listServiceCredentials = createListHandler(IDENTITY_OPERATIONS, 'customer.service_credentials.list', {
  access: 'requireServiceIdentity',
  source: (request, { ports, access }) => {
    const { service_id: serviceId, workspace_id: workspaceId } = access.serviceIdentity.of(request);
    const [caller, workspace] = [access.caller.of(request), access.workspace.of(request)];
    permitServices(caller, workspace);
    const managed = new Set(
      permittedLeaves(caller, workspace, 'keys.manage').map(({ environmentId }) => environmentId),
    );
    return {
      list: `service-credentials ${serviceId}`,
      workspaceId,
      load: (after, limit) => ports.serviceCredentials.list({ serviceId, limit, after }),
      visible: (credentials) =>
        Promise.resolve(credentials.filter(({ environment_id: environmentId }) => managed.has(environmentId))),
      keyOf: (one) => ({ createdAt: one.created_at, id: one.credential_id }),
      present: (credentials) => credentials,
    };
  },
});
