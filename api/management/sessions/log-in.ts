import { LoginSchema } from '../../../contracts/management/login.ts';
import { ACCESS_OPERATIONS } from '../../../contracts/management/operations.ts';
import { requireSameOrigin } from '../../frame/access/require-same-origin.ts';
import { setSessionCookie } from '../access/session-cookie.ts';
import { wrongPasswordRefusal } from '../access/sign-in.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentMe } from './present-me.ts';

/** Begins the session of a user who has proved a password, and sets its cookie. */
export const logIn = createManagementHandler(ACCESS_OPERATIONS, 'management.login', {
  gate: (_context, request) => requireSameOrigin(request),
  body: LoginSchema,
  admit: (request, { signIn }, reply) => signIn.admit(request, reply),
  async answer(request, { ports: { clock, sessions }, signIn }, reply) {
    const started = await sessions.start(signIn.signedIn.of(request));
    if (started === undefined) throw wrongPasswordRefusal();
    const { token, ...session } = started;
    const seconds = Math.round((session.expiresAt.getTime() - clock.now().getTime()) / 1_000);
    setSessionCookie(request, reply, { token, seconds });
    return presentMe({ session });
  },
});
