import { Type } from 'typebox';
import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { idSchema } from '../../../contracts/wire/id-schema.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';
import { presentExclusion } from './present-exclusion.ts';

/** Lists the exclusions of a workspace. */
export const listExclusions = createManagementHandler(INSTALLATION_OPERATIONS, 'management.exclusions.list', {
  query: Type.Object({ ...PAGE_QUERY, workspace_id: idSchema('workspace') }, { additionalProperties: false }),
  async answer(request, context) {
    const { exclusions } = context.ports.installation;
    const { workspace_id: workspaceId } = request.query;
    const { rows, nextCursor } = await readListPage(request, context, {
      list: `exclusions ${workspaceId}`,
      load: (after, limit) =>
        exclusions.listPage({
          workspaceId,
          after: after && { createdAt: new Date(after.createdAt), exclusionId: after.id },
          limit,
        }),
      keyOf: ({ createdAt, exclusionId }) => ({ createdAt: createdAt.toISOString(), id: exclusionId }),
    });
    return { exclusions: rows.map(presentExclusion), next_cursor: nextCursor };
  },
});
