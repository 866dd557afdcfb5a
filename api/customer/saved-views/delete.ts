import { notFound } from '../../../domain/kernel/errors.ts';
import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { SavedViewDeletionSchema } from '../../../contracts/views/saved-view.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { inOrder } from '../../frame/writes/in-order.ts';
import { permitEditing } from '../../frame/access/permit-editing.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { NoBodySchema, NoQuerySchema, PATH, problemsWithBody, SECURITY } from '../../frame/description/route-schema.ts';

const DeletionSchema = envelopeOf('saved-view-deletion', SavedViewDeletionSchema);

/** `customer.saved_views.delete`: the owner takes the view away. What reports have asked and answered stays. */
export function registerSavedViewsDelete(app: ApiApp, { ports, access }: RouteContext): void {
  app.delete(
    `${BASE_PATH}/organizations/:org/saved-views/:sv`,
    {
      onRequest: access.requireSavedView,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.saved_views.delete',
        summary: 'Delete a saved view',
        description: 'Takes the view away, for its owner. What reports have asked and answered stays.',
        tags: ['saved views'],
        security: SECURITY,
        params: PATH.savedView,
        querystring: NoQuerySchema,
        body: NoBodySchema,
        response: { 200: DeletionSchema, ...problemsWithBody('forbidden') },
      },
    },
    async (request) => {
      const view = access.savedView.of(request);
      const deletedAt = await inOrder({
        permit: () => permitEditing(access.caller.of(request), access.workspace.of(request), view),
        write: () => ports.savedViews.delete(view.id),
      });
      if (deletedAt === undefined) throw notFound();
      const data = { saved_view_id: view.id, deleted_at: deletedAt.toISOString() };
      return { kind: 'saved-view-deletion' as const, data, request_id: request.id };
    },
  );
}
