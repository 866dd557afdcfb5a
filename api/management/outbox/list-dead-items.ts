import { Type } from 'typebox';
import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';
import { presentDeadItem } from './present-dead-item.ts';

/** Lists outbox items that the relay gave up. */
export const listDeadItems = createManagementHandler(INSTALLATION_OPERATIONS, 'management.dead_items.list', {
  query: Type.Object(PAGE_QUERY, { additionalProperties: false }),
  async answer(request, context) {
    const { deadItems } = context.ports.installation;
    const { rows, nextCursor } = await readListPage(request, context, {
      list: 'dead_items',
      load: (after, limit) =>
        deadItems.list({
          after: after && { deadAt: new Date(after.createdAt), outboxId: BigInt(after.id) },
          limit,
        }),
      keyOf: ({ deadAt, outboxId }) => ({ createdAt: deadAt.toISOString(), id: String(outboxId) }),
    });
    return { items: rows.map(presentDeadItem), next_cursor: nextCursor };
  },
});
