import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import { sessionReach } from '../access/access-reach.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';

/** Ends all sessions of a user, for the user and for admins with every scope. */
export const endUserSessions = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.users.end_sessions', {
  async answer(request, { caller, ports: { accessAdministration, onAccessChange } }) {
    const { user: userId } = request.params;
    const { users, sessions } = accessAdministration;
    const reach = sessionReach(caller.of(request));
    const isOwn = typeof reach === 'object' && reach.userId === userId;
    const isKnown = isOwn || (reach === 'all' && (await users.find(userId)) !== undefined);
    if (!isKnown) throw notFound('There is no user with this id, or you may not end the sessions. Check the id.');
    const ended = await sessions.endAll(userId);
    onAccessChange?.('sessions_ended');
    return { user_id: userId, ended };
  },
});
