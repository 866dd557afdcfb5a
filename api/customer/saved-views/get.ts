import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { SavedViewSchema } from '../../../contracts/views/saved-view.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { permitReading } from '../../frame/access/permit-reading.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { NoQuerySchema, PATH, problems, SECURITY } from '../../frame/description/route-schema.ts';

const ViewSchema = envelopeOf('saved-view', SavedViewSchema);

/** `customer.saved_views.get`: the stored question as it was written, also when it can no longer be asked. */
export function registerSavedViewsGet(app: ApiApp, { access }: RouteContext): void {
  app.get(
    `${BASE_PATH}/organizations/:org/saved-views/:sv`,
    {
      onRequest: access.requireSavedView,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.saved_views.get',
        summary: 'Read one saved view',
        description: 'The stored question as it was written, also when it can no longer be asked.',
        tags: ['saved views'],
        security: SECURITY,
        params: PATH.savedView,
        querystring: NoQuerySchema,
        response: { 200: ViewSchema, ...problems('forbidden') },
      },
    },
    (request) => {
      permitReading(access.caller.of(request), access.workspace.of(request));
      return { kind: 'saved-view' as const, data: access.savedView.of(request), request_id: request.id };
    },
  );
}
