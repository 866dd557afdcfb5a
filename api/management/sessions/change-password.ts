import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADMINISTRATION_OPERATIONS } from '../../../contracts/management/administration-operations.ts';
import { PasswordChangeSchema } from '../../../contracts/management/access/sessions.ts';
import { invalidMember, Refusal } from '../../../domain/kernel/errors.ts';
import { checkNewPassword } from '../../../domain/management/check-new-password.ts';
import { normalizePassword } from '../../../domain/management/password.ts';
import type { ManagementSession } from '../../../store/management/management-session-store.ts';
import { clientNetwork } from '../../../transport/client-network.ts';
import { provePassword, tooManyAttemptsRefusal } from '../access/prove-password.ts';
import { setSessionCookie } from '../access/session-cookie.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import type { ManagementPorts } from '../ports/management-ports.ts';
import { presentMe } from './present-me.ts';

/**
 * Replaces the password of the user of the session. All sessions end, and a new one starts with a new cookie, so that a
 * stolen cookie is worthless afterwards.
 */
export const changePassword = createManagementHandler(ADMINISTRATION_OPERATIONS, 'management.me.change_password', {
  body: PasswordChangeSchema,
  async answer(request, { caller: callers, ports }, reply) {
    const caller = callers.of(request);
    if (!('session' in caller))
      throw new Refusal('forbidden', 'A token has no password to change. Log in as a user, and send the cookie.');
    const { current_password: current, new_password: wanted } = request.body;
    const { session } = caller;
    const password = await requireNewPassword(ports, session.name, wanted);
    const network = clientNetwork(request.ip);
    const from = await requireCurrentPassword(ports, { session, current, network }, reply);
    if (password === normalizePassword(current))
      throw invalidMember('/new_password', 'The new password is the current one. Choose another password.');
    const passwordHash = await ports.passwords.hash(password);
    const { userId } = session;
    const isChanged = await ports.accessAdministration.users.choosePassword(userId, from, passwordHash);
    const started = isChanged ? await ports.sessions.start({ userId, passwordHash, network }) : undefined;
    if (started === undefined) throw changedMeanwhile();
    ports.onAccessChange?.('password_changed');
    return present(ports, request, reply, started);
  },
});

/** @throws Refusal `validation_failed` for a password that is too short, too long or easy to guess */
async function requireNewPassword(ports: ManagementPorts, name: string, text: string): Promise<string> {
  const isListed = await ports.accessAdministration.loadCommonPasswords();
  const checked = checkNewPassword(text, { name, isListed });
  if ('fault' in checked) throw invalidMember('/new_password', checked.fault);
  return checked.password;
}

/**
 * The hash of the current password.
 * @throws Refusal `forbidden` for a wrong password; `rate_limited` after too many attempts
 */
async function requireCurrentPassword(
  ports: ManagementPorts,
  { session, current, network }: { session: ManagementSession; current: string; network: string },
  reply: FastifyReply,
): Promise<string> {
  const proof = await provePassword(ports, { name: session.name, password: current, network });
  if (proof.outcome === 'slowed') {
    ports.onAccessChange?.('password_slowed');
    throw tooManyAttemptsRefusal(reply, proof.retryAfterMs);
  }
  if (proof.outcome === 'accepted' && proof.user.userId === session.userId) return proof.user.passwordHash;
  ports.onAccessChange?.('password_refused');
  throw new Refusal('forbidden', 'The current password is wrong. Correct `current_password`.');
}

function changedMeanwhile(): Refusal {
  return new Refusal('forbidden', 'Your access has changed since the request began. Log in, and try again.');
}

function present(
  { clock }: ManagementPorts,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, ...session }: ManagementSession & { readonly token: string },
): ReturnType<typeof presentMe> {
  const seconds = Math.round((session.expiresAt.getTime() - clock.now().getTime()) / 1_000);
  setSessionCookie(request, reply, { token, seconds });
  return presentMe({ session });
}
