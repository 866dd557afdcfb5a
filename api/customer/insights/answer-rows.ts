import { INSIGHT_OPERATIONS } from '../../../contracts/insight/operations.ts';
import { INSIGHT_QUERY_EXAMPLES } from '../../../contracts/insight/insight-query-examples.ts';
import { InsightQuerySchema } from '../../../contracts/insight/insight-query.ts';
import { rowsOfAnswer } from '../../../contracts/insight/insight-rows.ts';
import { refuseForeignScope } from '../../../contracts/insight/refuse-foreign-scope.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { resolveReadScope } from '../../../domain/tenancy/resolve.ts';
import { handlerOf } from '../../frame/operations/operation-handler.ts';
import { composed } from '../../frame/composed.ts';

/** One question whose answer are figures, as rows. */
export const answerRows = handlerOf(INSIGHT_OPERATIONS, 'customer.insights.rows', {
  access: 'requireWorkspace',
  body: { ...InsightQuerySchema, examples: INSIGHT_QUERY_EXAMPLES },
  answer: async (request, { ports, access }) => {
    const workspace = access.workspace.of(request);
    const { shape, scope: named = {} } = request.body;
    if (shape === 'drilldown' || shape === 'markers')
      throw new Refusal('invalid_query', `The shape ${shape} answers rows as it is: ask it of insights/query.`);
    const query = { ...request.body, scope: named, display_tz: request.body.display_tz ?? 'UTC' };
    refuseForeignScope(query, workspace);
    const scope = resolveReadScope(access.caller.of(request), workspace, named);
    const reader = composed(ports.reader, 'insight reader');
    const { answer } = await reader.answer({ scope, query, requestId: request.id });
    return { data: rowsOfAnswer(answer) };
  },
});
