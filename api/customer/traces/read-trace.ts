import { resolveReadScope } from '../../../domain/tenancy/resolve.ts';
import { refuseForeignScope } from '../../../contracts/insight/refuse-foreign-scope.ts';
import { TRACE_OPERATIONS } from '../../../contracts/traces/operations.ts';
import { TraceQuerySchema } from '../../../contracts/traces/trace-queries.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { requireComposed } from '../../frame/require-composed.ts';

/** Answers with the steps of one trace, over everything that the caller may read. */
export const readTrace = createCustomerHandler(TRACE_OPERATIONS, 'customer.traces.read', {
  access: 'requireWorkspace',
  body: TraceQuerySchema,
  answer: async (request, { ports, access }) => {
    const workspace = access.workspace.of(request);
    refuseForeignScope(request.body, workspace);
    const scope = resolveReadScope(access.caller.of(request), workspace, request.body.scope ?? {});
    const reader = requireComposed(ports.traces, 'trace reader');
    return { data: await reader.read({ scope, query: request.body, requestId: request.id }) };
  },
});
