import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { LoginOutcome } from '../../../domain/management/login-outcomes.ts';
import { loginLimits } from '../../../domain/management/login-limits.ts';
import { normalizePassword } from '../../../domain/management/password.ts';
import type { Login } from '../../../contracts/management/login.ts';
import type { LoginLimitStore } from '../../../store/management/login-limit-store.ts';
import type { LoginUser, ManagementUserStore } from '../../../store/management/management-user-store.ts';
import type { PasswordHasher } from '../../../store/management/password-hasher.ts';
import { type RequestSlot, requestSlot } from '../../frame/access/request-slot.ts';
import { clientNetwork } from '../../../transport/client-network.ts';

/** Milliseconds before a login may be retried that was refused because the process hashes too many passwords. */
const BUSY_MS = 1_000;

export interface SignInPorts {
  readonly users: Pick<ManagementUserStore, 'findForLogin' | 'rehash'>;
  readonly passwords: PasswordHasher;
  readonly loginLimits: LoginLimitStore;
  /** Called after each attempt; absent if nobody counts them. */
  readonly onLogin?: (outcome: LoginOutcome) => void;
}

/** A user who has proved a password, and their network, from which a session begins. */
export interface PasswordLogin {
  readonly userId: string;
  readonly passwordHash: string;
  readonly network: string;
}

/** The check of the name and the password of a login. */
export interface SignIn {
  readonly signedIn: RequestSlot<PasswordLogin>;
  /**
   * Checks a login. Throws `unauthorized`, with the same sentence and after the same time for an unknown user and for a
   * wrong password. Throws `rate_limited` if the network, the name or this process has too many attempts.
   */
  readonly admit: (request: FastifyRequest & { readonly body: Login }, reply: FastifyReply) => Promise<void>;
}

export function createSignIn(ports: SignInPorts): SignIn {
  const { users, passwords, loginLimits: limits, onLogin } = ports;
  const signedIn = requestSlot<PasswordLogin>('login');
  return {
    signedIn,
    async admit(request, reply) {
      const { name, password } = request.body;
      const network = clientNetwork(request.ip);
      const user = await users.findForLogin(name, network);
      const held = loginLimits({ name, network, isKnownNetwork: user?.isKnownNetwork === true });
      const full = passwords.isBusy() ? { fullForMs: BUSY_MS } : await limits.count(held);
      if (full !== undefined) {
        onLogin?.('slowed');
        throw slowedDown(reply, full.fullForMs);
      }
      const typed = normalizePassword(password) ?? '';
      if (!(await passwords.matches(user?.passwordHash, typed)) || user === undefined) {
        onLogin?.('refused');
        throw wrongPasswordRefusal();
      }
      await limits.takeBack(held);
      onLogin?.('accepted');
      signedIn.set(request, { userId: user.userId, passwordHash: await currentHash(ports, user, typed), network });
    },
  };
}

/**
 * The hash to store for a password: a new one if the stored hash was made with other parameters than the present ones.
 */
async function currentHash({ users, passwords }: SignInPorts, user: LoginUser, password: string): Promise<string> {
  const { userId, passwordHash } = user;
  if (!(await passwords.isOutdated(passwordHash))) return passwordHash;
  const hash = await passwords.hash(password);
  await users.rehash(userId, passwordHash, hash);
  return hash;
}

function slowedDown(reply: FastifyReply, fullForMs: number): Refusal {
  const seconds = Math.ceil(fullForMs / 1_000);
  void reply.header('retry-after', seconds);
  return new Refusal('rate_limited', `There were too many attempts to log in. Wait ${seconds} seconds, and try again.`);
}

/**
 * The refusal for an unknown name, for a wrong password, and for a user that was removed meanwhile, which must all be
 * equal.
 */
export function wrongPasswordRefusal(): Refusal {
  return new Refusal(
    'unauthorized',
    'The name or the password is wrong. Correct it, or ask an administrator for a new password.',
  );
}
