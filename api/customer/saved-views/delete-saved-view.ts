import { notFound } from '../../../domain/kernel/errors.ts';
import { VIEW_OPERATIONS } from '../../../contracts/views/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { permitEditing } from '../access/permit-editing.ts';
import { readViewDependents } from './read-view-dependents.ts';

/** Deletes a view for its owner. Earlier runs of reports and their answers stay. */
export const deleteSavedView = createCustomerHandler(VIEW_OPERATIONS, 'customer.saved_views.delete', {
  access: 'requireSavedView',
  answer: async (request, context) => {
    const { ports, access } = context;
    const caller = access.caller.of(request);
    const workspace = access.workspace.of(request);
    const view = access.savedView.of(request);
    const data = await runOrderedWrite({
      permit: () => permitEditing(caller, workspace, view),
      write: async () => {
        const dependents = await readViewDependents(context, caller, workspace, view.id);
        const deletedAt = await ports.savedViews.delete(view.id);
        if (deletedAt === undefined) throw notFound();
        return { saved_view_id: view.id, deleted_at: deletedAt.toISOString(), dependents: dependents(undefined) };
      },
    });
    return { data };
  },
});
