import { IDENTITY_OPERATIONS } from '../../../contracts/tenancy/identity-operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { permitKeys } from './permit-keys.ts';

/** Ends a credential of a service for ever. */
export const revokeServiceCredential = createCustomerHandler(
  IDENTITY_OPERATIONS,
  'customer.service_credentials.revoke',
  {
    access: 'requireServiceCredential',
    answer: async (request, { ports, access }) => {
      const { credential_id: credentialId, environment_id: environmentId } = access.serviceCredential.of(request);
      const data = await runOrderedWrite({
        permit: () => permitKeys(access.caller.of(request), access.workspace.of(request), environmentId),
        write: () => ports.serviceCredentials.revoke(credentialId),
      });
      return { data };
    },
  },
);
