import { Type } from 'typebox';
import { GAP_STATES } from '../../../contracts/management/installation/coverage-gaps.ts';
import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { idSchema } from '../../../contracts/wire/id-schema.ts';
import { literalUnion } from '../../../contracts/wire/literal-union.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';
import { presentGap } from './present-gap.ts';

const QuerySchema = Type.Object(
  {
    ...PAGE_QUERY,
    workspace_id: idSchema('workspace'),
    state: Type.Optional(literalUnion(GAP_STATES, { description: '`open` by default; `closed` lists closed gaps' })),
  },
  { additionalProperties: false },
);

/** Lists the coverage gaps of a workspace. */
export const listGaps = createManagementHandler(INSTALLATION_OPERATIONS, 'management.gaps.list', {
  query: QuerySchema,
  async answer(request, context) {
    const { gaps } = context.ports.installation;
    const { workspace_id: workspaceId, state = 'open' } = request.query;
    const { rows, nextCursor } = await readListPage(request, context, {
      list: `gaps ${workspaceId} ${state}`,
      load: (after, limit) =>
        gaps.list({ workspaceId, closed: state === 'closed', before: after && BigInt(after.id), limit }),
      keyOf: ({ gapId }) => ({ createdAt: '', id: String(gapId) }),
    });
    return { gaps: rows.map(presentGap), next_cursor: nextCursor };
  },
});
