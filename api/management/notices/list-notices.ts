import { Type } from 'typebox';
import { NOTICE_STATES } from '../../../contracts/management/installation/notices.ts';
import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { idSchema } from '../../../contracts/wire/id-schema.ts';
import { literalUnion } from '../../../contracts/wire/literal-union.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';
import { noticeReaderId } from './notice-reader-id.ts';
import { presentNotice } from './present-notice.ts';

const QuerySchema = Type.Object(
  {
    ...PAGE_QUERY,
    state: Type.Optional(literalUnion(NOTICE_STATES, { description: 'Only notices that the caller has read, or not' })),
    workspace_id: Type.Optional(idSchema('workspace')),
  },
  { additionalProperties: false },
);

/** Lists notices with the read state of the caller. */
export const listNotices = createManagementHandler(INSTALLATION_OPERATIONS, 'management.notices.list', {
  query: QuerySchema,
  async answer(request, context) {
    const { notices } = context.ports.installation;
    const readerId = noticeReaderId(context.caller.of(request));
    const { state, workspace_id: workspaceId } = request.query;
    const { rows, nextCursor } = await readListPage(request, context, {
      list: `notices ${JSON.stringify([state, workspaceId])}`,
      load: (after, limit) => notices.list({ readerId, state, workspaceId, before: after?.id, limit }),
      keyOf: ({ noticeId, happenedAt }) => ({ createdAt: happenedAt.toISOString(), id: noticeId }),
    });
    return { notices: rows.map(presentNotice), next_cursor: nextCursor };
  },
});
