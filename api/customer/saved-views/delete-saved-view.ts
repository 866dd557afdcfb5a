import { notFound } from '../../../domain/kernel/errors.ts';
import { VIEW_OPERATIONS } from '../../../contracts/views/operations.ts';
import { handlerOf } from '../../frame/operations/operation-handler.ts';
import { inOrder } from '../../frame/writes/in-order.ts';
import { permitEditing } from '../../frame/access/permit-editing.ts';

/** The owner takes the view away. What reports have asked and answered stays. */
export const deleteSavedView = handlerOf(VIEW_OPERATIONS, 'customer.saved_views.delete', {
  access: 'requireSavedView',
  answer: async (request, { ports, access }) => {
    const view = access.savedView.of(request);
    const deletedAt = await inOrder({
      permit: () => permitEditing(access.caller.of(request), access.workspace.of(request), view),
      write: () => ports.savedViews.delete(view.id),
    });
    if (deletedAt === undefined) throw notFound();
    const data = { saved_view_id: view.id, deleted_at: deletedAt.toISOString() };
    return { data };
  },
});
