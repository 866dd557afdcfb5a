import { resolveReadScope } from '../../../domain/tenancy/resolve.ts';
import { INSIGHT_OPERATIONS } from '../../../contracts/insight/operations.ts';
import { refuseForeignScope } from '../../../contracts/insight/refuse-foreign-scope.ts';
import { INSIGHT_QUERY_EXAMPLES } from '../../../contracts/insight/insight-query-examples.ts';
import { InsightQuerySchema } from '../../../contracts/insight/insight-query.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { requireComposed } from '../../frame/require-composed.ts';

/** Answers one question over everything that the caller may read. */
export const answerQuery = createCustomerHandler(INSIGHT_OPERATIONS, 'customer.insights.query', {
  access: 'requireWorkspace',
  body: { ...InsightQuerySchema, examples: INSIGHT_QUERY_EXAMPLES },
  answer: async (request, { ports, access }) => {
    const workspace = access.workspace.of(request);
    refuseForeignScope(request.body, workspace);
    const scope = resolveReadScope(access.caller.of(request), workspace, request.body.scope ?? {});
    const reader = requireComposed(ports.reader, 'insight reader');
    const { answer, nextCursor } = await reader.answer({ scope, query: request.body, requestId: request.id });
    return {
      data: answer,
      ...(nextCursor !== undefined && { next_cursor: nextCursor }),
    };
  },
});
