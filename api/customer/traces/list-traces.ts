import { resolveReadScope } from '../../../domain/tenancy/resolve.ts';
import { refuseForeignScope } from '../../../contracts/insight/refuse-foreign-scope.ts';
import { TRACE_OPERATIONS } from '../../../contracts/traces/operations.ts';
import { TraceListQuerySchema } from '../../../contracts/traces/trace-queries.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { requireComposed } from '../../frame/require-composed.ts';

/** Answers with the largest traces of a window, over everything that the caller may read. */
export const listTraces = createCustomerHandler(TRACE_OPERATIONS, 'customer.traces.list', {
  access: 'requireWorkspace',
  body: TraceListQuerySchema,
  answer: async (request, { ports, access }) => {
    const workspace = access.workspace.of(request);
    refuseForeignScope(request.body, workspace);
    const scope = resolveReadScope(access.caller.of(request), workspace, request.body.scope ?? {});
    const reader = requireComposed(ports.traces, 'trace reader');
    return { data: await reader.list({ scope, query: request.body, requestId: request.id }) };
  },
});
