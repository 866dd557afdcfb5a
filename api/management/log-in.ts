import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { ManagementMe } from '../../contracts/management/me.ts';
import type { ManagementSessionStore } from '../../store/management/management-session-store.ts';
import { giveCookie } from './access/session-cookie.ts';
import { type SignIn, wrongPassword } from './access/sign-in.ts';
import { readMe } from './read-me.ts';

/** Begins the session of who has shown a password, and gives the browser its cookie. */
export async function logIn(
  { clock, sessions }: { readonly clock: Clock; readonly sessions: Pick<ManagementSessionStore, 'start'> },
  { signedIn }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ManagementMe> {
  const started = await sessions.start(signedIn.of(request));
  if (started === undefined) throw wrongPassword();
  const { token, ...session } = started;
  const seconds = Math.round((session.expiresAt.getTime() - clock.now().getTime()) / 1_000);
  giveCookie(request, reply, { token, seconds });
  return readMe({ session });
}
