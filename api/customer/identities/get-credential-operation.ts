import { IDENTITY_OPERATIONS } from '../../../contracts/tenancy/identity-operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { permitKeys } from './permit-keys.ts';

/** The operation that minted a credential, with the readiness of that credential. */
export const getCredentialOperation = createCustomerHandler(
  IDENTITY_OPERATIONS,
  'customer.service_credentials.status',
  {
    access: 'requireCredentialOperation',
    answer: (request, { access }) => {
      const data = access.credentialOperation.of(request);
      permitKeys(access.caller.of(request), access.workspace.of(request), data.environment_id);
      return { data };
    },
  },
);
