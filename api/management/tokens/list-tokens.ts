import { Type } from 'typebox';
import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import { tokenReach } from '../access/access-reach.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';
import { presentToken } from './present-token.ts';

/** Lists the tokens that the caller may see, newest first. */
export const listTokens = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.tokens.list', {
  query: Type.Object(PAGE_QUERY, { additionalProperties: false }),
  async answer(request, context) {
    const { accessAdministration, clock } = context.ports;
    const reach = tokenReach(context.caller.of(request));
    const { rows, nextCursor } = await readListPage(request, context, {
      list: 'tokens',
      load: (after, limit) => accessAdministration.tokens.page({ reach, limit, after }),
      keyOf: ({ createdAt, tokenId }) => ({ createdAt: createdAt.toISOString(), id: tokenId }),
    });
    const now = clock.now();
    return { tokens: rows.map((row) => presentToken(row, now)), next_cursor: nextCursor };
  },
});
