import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/kernel/errors.ts';
import type { Logout } from '../../contracts/management/login.ts';
import type { ManagementSessionStore } from '../../store/management/management-session-store.ts';
import type { ManagementCaller } from './access/management-caller.ts';
import { takeCookieBack } from './access/session-cookie.ts';

/**
 * Ends the session that asks, and takes its cookie back.
 * @throws Refusal `forbidden` for a token
 */
export async function logOut(
  sessions: Pick<ManagementSessionStore, 'end'>,
  caller: ManagementCaller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Logout> {
  if (!('session' in caller)) throw new Refusal('forbidden', 'A token has no session: operators revoke it.');
  const { sessionId } = caller.session;
  await sessions.end(sessionId);
  takeCookieBack(request, reply);
  return { token_id: sessionId, ended: true };
}
