import { VIEW_OPERATIONS } from '../../../contracts/views/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { permitReading } from '../access/permit-reading.ts';

/** Answers with the stored question as it was written, even if it can no longer be asked. */
export const getSavedView = createCustomerHandler(VIEW_OPERATIONS, 'customer.saved_views.get', {
  access: 'requireSavedView',
  answer: (request, { access }) => {
    permitReading(access.caller.of(request), access.workspace.of(request));
    return { data: access.savedView.of(request) };
  },
});
