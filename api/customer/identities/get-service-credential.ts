import { IDENTITY_OPERATIONS } from '../../../contracts/tenancy/identity-operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { permitKeys } from './permit-keys.ts';

/** A credential of a service, without its text. */
export const getServiceCredential = createCustomerHandler(IDENTITY_OPERATIONS, 'customer.service_credentials.get', {
  access: 'requireServiceCredential',
  answer: (request, { access }) => {
    const data = access.serviceCredential.of(request);
    permitKeys(access.caller.of(request), access.workspace.of(request), data.environment_id);
    return { data };
  },
});
