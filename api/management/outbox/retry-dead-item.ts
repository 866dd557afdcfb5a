import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { rowNumberOf } from '../lane/row-number-of.ts';
import { presentDeadItem } from './present-dead-item.ts';

/** Returns a dead outbox item to the relay. */
export const retryDeadItem = createManagementHandler(INSTALLATION_OPERATIONS, 'management.dead_items.retry', {
  async answer(request, { ports }) {
    return presentDeadItem(await ports.installation.deadItems.retry(rowNumberOf(request.params.item)));
  },
});
