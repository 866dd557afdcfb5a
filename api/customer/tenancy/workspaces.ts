import { Type } from 'typebox';
import { pageOf, PageTokenSchema } from '../../../contracts/wire/envelope.ts';
import { WorkspaceV1Schema } from '../../../contracts/tenancy/tenancy.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { PageSizeSchema } from '../../frame/paging/page-cursor.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { PATH, problems, SECURITY } from '../../frame/description/route-schema.ts';
import { visibleNodes } from './visible-nodes.ts';

const PageSchema = pageOf('workspaces', WorkspaceV1Schema);

const QuerySchema = Type.Object(
  { limit: Type.Optional(PageSizeSchema), cursor: Type.Optional(PageTokenSchema) },
  { additionalProperties: false },
);

/** `customer.workspaces.list`: the workspaces of an organization that exist for the caller, newest first. */
export function registerWorkspacesList(app: ApiApp, context: RouteContext): void {
  app.get(
    `${BASE_PATH}/organizations/:org/workspaces`,
    {
      onRequest: context.access.requireOrganization,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.workspaces.list',
        summary: 'List workspaces',
        description:
          'The workspaces of an organization that the caller may do something in, or in a part of, newest first.',
        tags: ['access'],
        security: SECURITY,
        params: PATH.organization,
        querystring: QuerySchema,
        response: { 200: PageSchema, ...problems() },
      },
    },
    async (request) => {
      const page = await visibleNodes(context, request, 'workspace', (named, block) => ({
        workspace_id: block.workspaceId,
        organization_id: block.organizationId,
        ...named,
      }));
      return { kind: 'workspaces' as const, ...page, request_id: request.id };
    },
  );
}
