import { Type } from 'typebox';
import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import { literalUnion } from '../../../contracts/wire/literal-union.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';
import { presentUser } from './present-user.ts';

const QuerySchema = Type.Object(
  {
    ...PAGE_QUERY,
    removed: Type.Optional(
      literalUnion(['true', 'false'], { description: 'Also lists removed users; by default false' }),
    ),
  },
  { additionalProperties: false },
);

/** Lists the users of the management plane, newest first. */
export const listUsers = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.users.list', {
  query: QuerySchema,
  async answer(request, context) {
    const withRemoved = request.query.removed === 'true';
    const { users } = context.ports.accessAdministration;
    const { rows, nextCursor } = await readListPage(request, context, {
      list: withRemoved ? 'users with removed ones' : 'users',
      load: (after, limit) => users.page({ withRemoved, limit, after }),
      keyOf: ({ createdAt, userId }) => ({ createdAt: createdAt.toISOString(), id: userId }),
    });
    return { users: rows.map(presentUser), next_cursor: nextCursor };
  },
});
