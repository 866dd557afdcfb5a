import type { FastifyReply } from 'fastify';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { loginLimits } from '../../../domain/management/login-limits.ts';
import { normalizePassword } from '../../../domain/management/password.ts';
import type { LoginLimitStore } from '../../../store/management/login-limit-store.ts';
import type { LoginUser, LoginStore } from '../../../store/management/login-store.ts';
import type { PasswordHasher } from '../../../store/management/password-hasher.ts';

/** Milliseconds before an attempt may be retried that was refused because the process hashes too many passwords. */
const BUSY_MS = 1_000;

export interface PasswordProofPorts {
  readonly users: Pick<LoginStore, 'findForLogin' | 'rehash'>;
  readonly passwords: PasswordHasher;
  readonly loginLimits: LoginLimitStore;
}

/** An attempt to log in as a user with a password, from a network. */
interface PasswordAttempt {
  readonly name: string;
  readonly password: string;
  readonly network: string;
}

/** The result of an attempt. `slowed`: a limit of attempts is reached, and the password was not checked. */
type PasswordProof =
  | { readonly outcome: 'accepted'; readonly user: LoginUser; readonly typed: string }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'slowed'; readonly retryAfterMs: number };

/**
 * Checks the password of a user. The attempt is counted before the check, and takes the same time for an unknown user
 * and for a wrong password.
 */
export async function provePassword(
  { users, passwords, loginLimits: limits }: PasswordProofPorts,
  { name, password, network }: PasswordAttempt,
): Promise<PasswordProof> {
  const user = await users.findForLogin(name, network);
  const held = loginLimits({ name, network, isKnownNetwork: user?.isKnownNetwork === true });
  const full = passwords.isBusy() ? { retryAfterMs: BUSY_MS } : await limits.count(held);
  if (full !== undefined) return { outcome: 'slowed', retryAfterMs: full.retryAfterMs };
  const typed = normalizePassword(password) ?? '';
  if (!(await passwords.matches(user?.passwordHash, typed)) || user === undefined) return { outcome: 'refused' };
  await limits.takeBack(held);
  return { outcome: 'accepted', user, typed };
}

/** The refusal of an attempt after too many attempts, before its password is checked. It sets `retry-after`. */
export function tooManyAttemptsRefusal(reply: FastifyReply, retryAfterMs: number): Refusal {
  const seconds = Math.ceil(retryAfterMs / 1_000);
  void reply.header('retry-after', seconds);
  return new Refusal('rate_limited', `There were too many attempts to log in. Wait ${seconds} seconds, and try again.`);
}
