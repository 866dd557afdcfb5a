import { KEY_OPERATIONS } from '../../../contracts/gateway/keys/key-operations.ts';
import { VirtualKeyRotationSchema } from '../../../contracts/gateway/keys/virtual-key.ts';
import { creationRequest } from '../access/creation-request.ts';
import { announceCreation } from '../lane/announce-creation.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentVirtualKey } from './present-virtual-key.ts';

const MINUTE_MS = 60_000;

/** Creates the successor of a key, and shows its text once. */
export const rotateVirtualKey = createManagementHandler(KEY_OPERATIONS, 'management.keys.rotate', {
  body: VirtualKeyRotationSchema,
  async answer(request, { ports: { virtualKeys, clock }, caller }, reply) {
    const { kid } = request.params;
    const asked = creationRequest(request, caller.of(request), { kid, ...request.body });
    const rotated = await virtualKeys.rotate(asked, kid, request.body.grace_minutes * MINUTE_MS);
    const { key, predecessor, token } = rotated;
    announceCreation(reply, { path: `keys/${key.keyId}`, isReplay: token === undefined });
    const now = clock.now();
    return {
      key: presentVirtualKey(key, now),
      predecessor: presentVirtualKey(predecessor, now),
      ...(token !== undefined && { token }),
    };
  },
});
