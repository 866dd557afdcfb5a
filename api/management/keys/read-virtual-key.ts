import { KEY_OPERATIONS } from '../../../contracts/gateway/keys/key-operations.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentVirtualKey } from './present-virtual-key.ts';

/** Answers with one key, without its text. */
export const readVirtualKey = createManagementHandler(KEY_OPERATIONS, 'management.keys.get', {
  async answer(request, { ports: { virtualKeys, clock } }) {
    const key = await virtualKeys.find(request.params.kid);
    if (key === undefined) throw notFound();
    return presentVirtualKey(key, clock.now());
  },
});
