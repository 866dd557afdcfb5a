import { Type } from 'typebox';
import { pageOf, PageTokenSchema } from '../../../contracts/wire/envelope.ts';
import { SavedViewSchema } from '../../../contracts/views/saved-view.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { listPage } from '../../frame/paging/list-page.ts';
import { DEFAULT_PAGE_SIZE, PageSizeSchema } from '../../frame/paging/page-cursor.ts';
import { permitReading } from '../../frame/access/permit-reading.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { PATH, problems, SECURITY } from '../../frame/description/route-schema.ts';

const PageSchema = pageOf('saved-views', SavedViewSchema);

const QuerySchema = Type.Object(
  { limit: Type.Optional(PageSizeSchema), cursor: Type.Optional(PageTokenSchema) },
  { additionalProperties: false },
);

/** `customer.saved_views.list`: the team's views of a workspace and the caller's own, newest first. */
export function registerSavedViewsList(app: ApiApp, { ports, access, cursors }: RouteContext): void {
  app.get(
    `${BASE_PATH}/organizations/:org/workspaces/:ws/saved-views`,
    {
      onRequest: access.requireWorkspace,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.saved_views.list',
        summary: 'List saved views',
        description: "The team's views of a workspace and the caller's own, newest first.",
        tags: ['saved views'],
        security: SECURITY,
        params: PATH.workspace,
        querystring: QuerySchema,
        response: { 200: PageSchema, ...problems('forbidden') },
      },
    },
    async (request) => {
      const { subjectId } = access.caller.of(request);
      const { workspaceId } = access.workspace.of(request);
      permitReading(access.caller.of(request), access.workspace.of(request));
      const owner = { list: 'saved-views', workspaceId, subjectId };
      const { cursor, limit = DEFAULT_PAGE_SIZE } = request.query;
      const page = await listPage({
        cursors,
        owner,
        token: cursor,
        pointer: '/cursor',
        limit,
        load: (after, count) => ports.savedViews.list({ workspaceId, subjectId, limit: count, after }),
        keyOf: (view) => ({ createdAt: view.created_at, id: view.id }),
      });
      return {
        kind: 'saved-views' as const,
        ...page,
        request_id: request.id,
      };
    },
  );
}
