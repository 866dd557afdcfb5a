import { VIEW_OPERATIONS } from '../../../contracts/views/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { permitReading } from '../access/permit-reading.ts';
import { presentSavedView } from './present-saved-view.ts';

/** Answers with the stored question as far as the caller may see it, even if it can no longer be asked. */
export const getSavedView = createCustomerHandler(VIEW_OPERATIONS, 'customer.saved_views.get', {
  access: 'requireSavedView',
  answer: (request, { access }) => {
    const caller = access.caller.of(request);
    const workspace = access.workspace.of(request);
    permitReading(caller, workspace);
    return { data: presentSavedView(caller, workspace, access.savedView.of(request)) };
  },
});
