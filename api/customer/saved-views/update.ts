import { notFound } from '../../../domain/kernel/errors.ts';
import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { SavedViewSchema, SavedViewUpdateSchema } from '../../../contracts/views/saved-view.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { inOrder } from '../../frame/writes/in-order.ts';
import { permitEditing } from '../../frame/access/permit-editing.ts';
import { requireRevision } from '../../frame/writes/require-revision.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import {
  NoQuerySchema,
  PATH,
  problemsWithBody,
  READER_REFUSALS,
  SECURITY,
} from '../../frame/description/route-schema.ts';
import { viewToStore } from './view-to-store.ts';

const ViewSchema = envelopeOf('saved-view', SavedViewSchema);

const EXPECTED = '/expected_revision';

/** `customer.saved_views.update`: the owner replaces the whole view. Reports keep the revision that they pinned. */
export function registerSavedViewsUpdate(app: ApiApp, { ports, access }: RouteContext): void {
  app.put(
    `${BASE_PATH}/organizations/:org/saved-views/:sv`,
    {
      onRequest: access.requireSavedView,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.saved_views.update',
        summary: 'Replace a saved view',
        description:
          'Replaces the whole view, for its owner. Reports keep the revision that they pinned; a stale `expected_revision` is 412.',
        tags: ['saved views'],
        security: SECURITY,
        params: PATH.savedView,
        querystring: NoQuerySchema,
        body: SavedViewUpdateSchema,
        response: { 200: ViewSchema, ...problemsWithBody('precondition_failed', ...READER_REFUSALS) },
      },
    },
    async (request) => {
      const workspace = access.workspace.of(request);
      const view = access.savedView.of(request);
      const { expected_revision: expected, ...written } = request.body;
      const data = await inOrder({
        permit: () => permitEditing(access.caller.of(request), workspace, view),
        match: () => requireRevision('saved view', view, expected, EXPECTED),
        write: async () => {
          const content = viewToStore(written, workspace, ports.clock.now());
          const updated = await ports.savedViews.update(view.id, expected, content);
          if (updated !== undefined) return updated;
          // Somebody else was faster: the view has moved, or it is gone.
          const found = await ports.savedViews.find(view.id);
          if (found !== undefined) requireRevision('saved view', found, expected, EXPECTED);
          throw notFound();
        },
      });
      return { kind: 'saved-view' as const, data, request_id: request.id };
    },
  );
}
