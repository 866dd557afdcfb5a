import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import { sessionReach } from '../access/access-reach.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';

/** Ends a session that the caller may see. */
export const endSession = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.sessions.end', {
  async answer(request, { caller, ports: { accessAdministration, onAccessChange } }) {
    const { session: sessionId } = request.params;
    const reach = sessionReach(caller.of(request));
    const userId = typeof reach === 'object' ? reach.userId : undefined;
    const isEnded = reach !== 'none' && (await accessAdministration.sessions.end(sessionId, userId));
    if (!isEnded) throw notFound('There is no session with this id, or it has ended. Check the list of sessions.');
    onAccessChange?.('sessions_ended');
    return { session_id: sessionId, ended: true as const };
  },
});
