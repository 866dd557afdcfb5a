import { resolveReadScope } from '../../../domain/tenancy/resolve.ts';
import { pagedEnvelopeOf } from '../../../contracts/wire/envelope.ts';
import { refuseForeignScope } from '../../../contracts/insight/foreign-scope.ts';
import { InsightAnswerSchema } from '../../../contracts/insight/insight-answer.ts';
import { INSIGHT_QUERY_EXAMPLES } from '../../../contracts/insight/insight-query-examples.ts';
import { InsightQuerySchema } from '../../../contracts/insight/insight-query.ts';
import { composed } from '../../frame/composed.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import {
  NoQuerySchema,
  PATH,
  problemsWithBody,
  READER_REFUSALS,
  SECURITY,
} from '../../frame/description/route-schema.ts';

const AnswerSchema = pagedEnvelopeOf('insight-answer', InsightAnswerSchema);

/** `customer.insights.query`: one question over what the caller may read. */
export function registerInsightsQuery(app: ApiApp, { ports, access }: RouteContext): void {
  app.post(
    `${BASE_PATH}/organizations/:org/workspaces/:ws/insights/query`,
    {
      onRequest: access.requireWorkspace,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.insights.query',
        summary: 'Ask a question of the traffic',
        description:
          'Answers one question over what the caller may read, under a read context that says what the answer was computed from.',
        tags: ['insights'],
        security: SECURITY,
        params: PATH.workspace,
        querystring: NoQuerySchema,
        body: { ...InsightQuerySchema, examples: INSIGHT_QUERY_EXAMPLES },
        response: { 200: AnswerSchema, ...problemsWithBody(...READER_REFUSALS) },
      },
    },
    async (request) => {
      const workspace = access.workspace.of(request);
      refuseForeignScope(request.body, workspace);
      const scope = resolveReadScope(access.caller.of(request), workspace, request.body.scope ?? {});
      const reader = composed(ports.reader, 'insight reader');
      const { answer, nextCursor } = await reader.answer({ scope, query: request.body, requestId: request.id });
      return {
        kind: 'insight-answer' as const,
        data: answer,
        ...(nextCursor !== undefined && { next_cursor: nextCursor }),
        request_id: request.id,
      };
    },
  );
}
