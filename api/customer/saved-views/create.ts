import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { SavedViewCreateSchema, SavedViewSchema } from '../../../contracts/views/saved-view.ts';
import { creationHeaders } from '../../frame/writes/creation-headers.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { inOrder } from '../../frame/writes/in-order.ts';
import { permitReading } from '../../frame/access/permit-reading.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import {
  linksTo,
  NoQuerySchema,
  PATH,
  problemsWithBody,
  READER_REFUSALS,
  SECURITY,
} from '../../frame/description/route-schema.ts';
import { viewToStore } from './view-to-store.ts';

const ViewSchema = envelopeOf('saved-view', SavedViewSchema);

/** What can be asked about the new view. */
const VIEW_LINKS = linksTo(
  [
    'customer.saved_views.get',
    'customer.saved_views.open',
    'customer.saved_views.update',
    'customer.saved_views.delete',
  ],
  { org: '$request.path.org', sv: '$response.body#/data/id' },
);

/** `customer.saved_views.create`: keeps a question under a name. It grants nothing to anybody. */
export function registerSavedViewsCreate(app: ApiApp, { ports, access }: RouteContext): void {
  app.post(
    `${BASE_PATH}/organizations/:org/workspaces/:ws/saved-views`,
    {
      onRequest: access.requireWorkspace,
      preValidation: refuseIdempotencyKey,
      links: { 201: VIEW_LINKS },
      schema: {
        operationId: 'customer.saved_views.create',
        summary: 'Save a question',
        description: 'Keeps a question under a name. A saved view grants nothing to anybody.',
        tags: ['saved views'],
        security: SECURITY,
        params: PATH.workspace,
        querystring: NoQuerySchema,
        body: SavedViewCreateSchema,
        response: { 201: ViewSchema, ...problemsWithBody(...READER_REFUSALS) },
      },
    },
    async (request, reply) => {
      const caller = access.caller.of(request);
      const workspace = access.workspace.of(request);
      const data = await inOrder({
        permit: () => permitReading(caller, workspace),
        write: () =>
          ports.savedViews.create({
            ...viewToStore(request.body, workspace, ports.clock.now()),
            id: ports.newId('savedView'),
            organization_id: workspace.organizationId,
            workspace_id: workspace.workspaceId,
            owner: caller.subjectId,
          }),
      });
      const made = `organizations/${workspace.organizationId}/saved-views/${data.id}`;
      return reply
        .status(201)
        .headers(creationHeaders(made, false))
        .send({ kind: 'saved-view', data, request_id: request.id });
    },
  );
}
