import { IDENTITY_OPERATIONS } from '../../../contracts/tenancy/identity-operations.ts';
import { ServiceIdentityCreateSchema } from '../../../contracts/tenancy/service-identity.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { permitServices } from './permit-keys.ts';

/** Creates the identity of a program, without any access. */
export const createServiceIdentity = createCustomerHandler(IDENTITY_OPERATIONS, 'customer.service_identities.create', {
  access: 'requireWorkspace',
  body: ServiceIdentityCreateSchema,
  answer: async (request, { ports, access }) => {
    const caller = access.caller.of(request);
    const workspace = access.workspace.of(request);
    const { workspaceId, organizationId } = workspace;
    const { name } = request.body;
    const data = await runOrderedWrite({
      permit: () => permitServices(caller, workspace),
      write: () => ports.serviceIdentities.create({ workspaceId, name, createdBy: caller.subjectId }),
    });
    const made = `organizations/${organizationId}/service-identities/${data.service_id}`;
    return { data, location: made, isReplay: false };
  },
});
