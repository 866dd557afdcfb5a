import { IDENTITY_OPERATIONS } from '../../../contracts/tenancy/identity-operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { permitServices } from './permit-keys.ts';

/** A service identity. */
export const getServiceIdentity = createCustomerHandler(IDENTITY_OPERATIONS, 'customer.service_identities.get', {
  access: 'requireServiceIdentity',
  answer: (request, { access }) => {
    permitServices(access.caller.of(request), access.workspace.of(request));
    return { data: access.serviceIdentity.of(request) };
  },
});
