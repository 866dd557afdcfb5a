import { Type } from 'typebox';
import { pageOf, PageTokenSchema } from '../../../contracts/wire/envelope.ts';
import { ApplicationV1Schema } from '../../../contracts/tenancy/tenancy.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { PageSizeSchema } from '../../frame/paging/page-cursor.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { PATH, problems, SECURITY } from '../../frame/description/route-schema.ts';
import { visibleNodes } from './visible-nodes.ts';

const PageSchema = pageOf('applications', ApplicationV1Schema);

const QuerySchema = Type.Object(
  { limit: Type.Optional(PageSizeSchema), cursor: Type.Optional(PageTokenSchema) },
  { additionalProperties: false },
);

/** `customer.applications.list`: the applications of a workspace that exist for the caller, newest first. */
export function registerApplicationsList(app: ApiApp, context: RouteContext): void {
  app.get(
    `${BASE_PATH}/organizations/:org/workspaces/:ws/applications`,
    {
      onRequest: context.access.requireWorkspace,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.applications.list',
        summary: 'List applications',
        description:
          'The applications of a workspace that the caller may do something in, or in a part of, newest first.',
        tags: ['access'],
        security: SECURITY,
        params: PATH.workspace,
        querystring: QuerySchema,
        response: { 200: PageSchema, ...problems() },
      },
    },
    async (request) => {
      const page = await visibleNodes(context, request, 'application', (named, block) => ({
        application_id: block.applicationId,
        workspace_id: block.workspaceId,
        ...named,
      }));
      return { kind: 'applications' as const, ...page, request_id: request.id };
    },
  );
}
