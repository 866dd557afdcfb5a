import { KEY_OPERATIONS } from '../../../contracts/gateway/keys/key-operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentVirtualKey } from './present-virtual-key.ts';

/** Revokes a key; `conflict` if it was revoked before. */
export const revokeVirtualKey = createManagementHandler(KEY_OPERATIONS, 'management.keys.revoke', {
  async answer(request, { ports: { virtualKeys, clock } }) {
    return presentVirtualKey(await virtualKeys.revoke(request.params.kid), clock.now());
  },
});
