import { VIEW_OPERATIONS } from '../../../contracts/views/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { permitReading } from '../access/permit-reading.ts';
import { readViewDependents } from './read-view-dependents.ts';

/** Lists the dependents that stop if the view is deleted or changes its question, as far as the caller may see them. */
export const listViewDependents = createCustomerHandler(VIEW_OPERATIONS, 'customer.saved_views.dependents', {
  access: 'requireSavedView',
  answer: async (request, context) => {
    const { access } = context;
    const caller = access.caller.of(request);
    const workspace = access.workspace.of(request);
    const view = access.savedView.of(request);
    permitReading(caller, workspace);
    const dependents = await readViewDependents(context, caller, workspace, view.id);
    return { data: dependents(view) };
  },
});
