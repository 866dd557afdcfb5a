import type { SessionUsers } from '../../ports/session-users.ts';
import { sessionToken } from './session-cookie.ts';
import type { FindSession } from './session-finder.ts';

/** The users of sessions, for the customer lane at the origin of the management plane. */
export function createSessionUsers(findSession: FindSession): SessionUsers {
  return {
    async find(request) {
      const token = sessionToken(request);
      const session = token === undefined ? undefined : await findSession(token);
      // A one-time password opens only the change of the password.
      if (session === undefined || session.mustChangePassword) return undefined;
      const { sessionId, userId, subjectId } = session;
      return { sessionId, userId, subjectId };
    },
  };
}
