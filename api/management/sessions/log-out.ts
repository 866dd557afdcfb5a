import { Refusal } from '../../../domain/kernel/errors.ts';
import { ACCESS_OPERATIONS } from '../../../contracts/management/operations.ts';
import { clearSessionCookie } from '../access/session-cookie.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';

/** Ends the caller's session and removes its cookie; `forbidden` for a token. */
export const logOut = createManagementHandler(ACCESS_OPERATIONS, 'management.logout', {
  async answer(request, context, reply) {
    const caller = context.caller.of(request);
    if (!('session' in caller))
      throw new Refusal('forbidden', 'A token has no session to end. Ask an operator to revoke the token.');
    const { sessionId } = caller.session;
    await context.ports.sessions.end(sessionId);
    clearSessionCookie(request, reply);
    return { token_id: sessionId, ended: true as const };
  },
});
