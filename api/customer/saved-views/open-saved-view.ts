import { resolveReadScope } from '../../../domain/tenancy/resolve.ts';
import { VIEW_OPERATIONS } from '../../../contracts/views/operations.ts';
import { resolveStoredQuestion, storedQuestion } from '../../../contracts/views/stored-question.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { requireComposed } from '../../frame/require-composed.ts';
import { permitFilter } from '../access/permit-filter.ts';

/** Asks the stored question now, under the caller's access. */
export const openSavedView = createCustomerHandler(VIEW_OPERATIONS, 'customer.saved_views.open', {
  access: 'requireSavedView',
  answer: async (request, { ports, access }) => {
    const view = access.savedView.of(request);
    const question = storedQuestion(view);
    const caller = access.caller.of(request);
    const workspace = access.workspace.of(request);
    const scope = resolveReadScope(caller, workspace, question.scope ?? {});
    permitFilter(caller, workspace, view.query);
    const query = resolveStoredQuestion(view, question, ports.clock.now());
    const reader = requireComposed(ports.reader, 'insight reader');
    const { answer, nextCursor } = await reader.answer({ scope, query, requestId: request.id });
    return {
      data: { view, query, answer },
      ...(nextCursor !== undefined && { next_cursor: nextCursor }),
    };
  },
});
