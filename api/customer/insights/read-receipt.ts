import { resolveReadScope } from '../../../domain/tenancy/resolve.ts';
import { INSIGHT_OPERATIONS } from '../../../contracts/insight/operations.ts';
import { refuseForeignScope } from '../../../contracts/insight/refuse-foreign-scope.ts';
import { ReceiptQuerySchema } from '../../../contracts/insight/insight-receipt.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { requireComposed } from '../../frame/require-composed.ts';

/** Answers with the facts about one request of an answer, under that answer's pin. */
export const readReceipt = createCustomerHandler(INSIGHT_OPERATIONS, 'customer.insights.receipt', {
  access: 'requireWorkspace',
  body: ReceiptQuerySchema,
  answer: async (request, { ports, access }) => {
    const workspace = access.workspace.of(request);
    refuseForeignScope(request.body, workspace);
    const scope = resolveReadScope(access.caller.of(request), workspace, request.body.scope ?? {});
    const reader = requireComposed(ports.reader, 'insight reader');
    const data = await reader.receipt({ scope, query: request.body, requestId: request.id });
    return { data };
  },
});
