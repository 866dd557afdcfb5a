import { Type } from 'typebox';
import { KEY_OPERATIONS } from '../../../contracts/gateway/keys/key-operations.ts';
import { VIRTUAL_KEY_FILTER } from '../../../contracts/gateway/keys/virtual-key.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';
import { presentVirtualKey } from './present-virtual-key.ts';

/** Lists keys, newest first, without their texts. */
export const listVirtualKeys = createManagementHandler(KEY_OPERATIONS, 'management.keys.list', {
  query: Type.Object({ ...PAGE_QUERY, ...VIRTUAL_KEY_FILTER }, { additionalProperties: false }),
  async answer(request, context) {
    const { virtualKeys, clock } = context.ports;
    const { owner, environment_id: environmentId, status } = request.query;
    const { rows, nextCursor } = await readListPage(request, context, {
      list: `keys ${JSON.stringify([owner, environmentId, status])}`,
      load: (after, limit) => virtualKeys.list({ owner, environmentId, status }, { after, limit }),
      keyOf: ({ createdAt, keyId }) => ({ createdAt: createdAt.toISOString(), id: keyId }),
    });
    const now = clock.now();
    return { keys: rows.map((key) => presentVirtualKey(key, now)), next_cursor: nextCursor };
  },
});
