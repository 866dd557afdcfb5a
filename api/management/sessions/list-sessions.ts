import { Type } from 'typebox';
import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import type { SessionDocument } from '../../../contracts/management/access/sessions.ts';
import { idSchema } from '../../../contracts/wire/id-schema.ts';
import type { ListedSession } from '../../../store/management/session-administration-store.ts';
import { sessionReach, type SessionReach } from '../access/access-reach.ts';
import { callerCredentialId } from '../access/management-caller.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';

const QuerySchema = Type.Object(
  { ...PAGE_QUERY, user_id: Type.Optional(idSchema('managementUser')) },
  { additionalProperties: false },
);

/** Lists the sessions that the caller may see, newest first. */
export const listSessions = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.sessions.list', {
  query: QuerySchema,
  async answer(request, context) {
    const caller = context.caller.of(request);
    const reach = sessionReach(caller);
    const { user_id: wanted } = request.query;
    if (!isWithinReach(reach, wanted)) return { sessions: [], next_cursor: '' };
    const userId = reach === 'all' ? wanted : reach.userId;
    const { sessions } = context.ports.accessAdministration;
    const { rows, nextCursor } = await readListPage(request, context, {
      list: `sessions ${userId ?? ''}`,
      load: (after, limit) => sessions.page({ userId, limit, after }),
      keyOf: ({ createdAt, sessionId }) => ({ createdAt: createdAt.toISOString(), id: sessionId }),
    });
    const currentId = callerCredentialId(caller);
    return { sessions: rows.map((row) => presentSession(row, currentId)), next_cursor: nextCursor };
  },
});

/** True if the caller may see sessions of the wanted user, or of any user. */
function isWithinReach(reach: SessionReach, wanted: string | undefined): reach is Exclude<SessionReach, 'none'> {
  if (reach === 'none') return false;
  return reach === 'all' || wanted === undefined || wanted === reach.userId;
}

function presentSession(session: ListedSession, currentId: string): SessionDocument {
  return {
    session_id: session.sessionId,
    user_id: session.userId,
    name: session.name,
    current: session.sessionId === currentId,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    ...(session.network !== undefined && { network: session.network }),
  };
}
