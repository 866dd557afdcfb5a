import { resolveReadScope } from '../../../domain/tenancy/resolve.ts';
import { pagedEnvelopeOf } from '../../../contracts/wire/envelope.ts';
import { OpenedSavedViewSchema } from '../../../contracts/views/saved-view.ts';
import { askedQuestion, storedQuestion } from '../../../contracts/views/stored-question.ts';
import { composed } from '../../frame/composed.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import {
  NoBodySchema,
  NoQuerySchema,
  PATH,
  problemsWithBody,
  READER_REFUSALS,
  SECURITY,
} from '../../frame/description/route-schema.ts';

const OpenedSchema = pagedEnvelopeOf('opened-saved-view', OpenedSavedViewSchema);

/** `customer.saved_views.open`: asks the stored question now, under the opener's own access. */
export function registerSavedViewsOpen(app: ApiApp, { ports, access }: RouteContext): void {
  app.post(
    `${BASE_PATH}/organizations/:org/saved-views/:sv/open`,
    {
      onRequest: access.requireSavedView,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.saved_views.open',
        summary: 'Ask a saved question',
        description: "Asks the stored question now, under the opener's own access.",
        tags: ['saved views'],
        security: SECURITY,
        params: PATH.savedView,
        querystring: NoQuerySchema,
        body: NoBodySchema,
        response: { 200: OpenedSchema, ...problemsWithBody(...READER_REFUSALS) },
      },
    },
    async (request) => {
      const view = access.savedView.of(request);
      const question = storedQuestion(view);
      const scope = resolveReadScope(access.caller.of(request), access.workspace.of(request), question.scope ?? {});
      const query = askedQuestion(view, question, ports.clock.now());
      const reader = composed(ports.reader, 'insight reader');
      const { answer, nextCursor } = await reader.answer({ scope, query, requestId: request.id });
      return {
        kind: 'opened-saved-view' as const,
        data: { view, query, answer },
        ...(nextCursor !== undefined && { next_cursor: nextCursor }),
        request_id: request.id,
      };
    },
  );
}
