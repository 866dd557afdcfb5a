import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { LoginOutcome } from '../../../domain/management/login-outcomes.ts';
import type { Login } from '../../../contracts/management/login.ts';
import type { LoginUser } from '../../../store/management/login-store.ts';
import { type RequestSlot, requestSlot } from '../../frame/access/request-slot.ts';
import { clientNetwork } from '../../../transport/client-network.ts';
import { provePassword, tooManyAttemptsRefusal, type PasswordProofPorts } from './prove-password.ts';

export interface SignInPorts extends PasswordProofPorts {
  /** Called after each attempt; absent if no metric counts them. */
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
  const signedIn = requestSlot<PasswordLogin>('login');
  return {
    signedIn,
    async admit(request, reply) {
      const { name, password } = request.body;
      const network = clientNetwork(request.ip);
      const proof = await provePassword(ports, { name, password, network });
      ports.onLogin?.(proof.outcome);
      if (proof.outcome === 'slowed') throw tooManyAttemptsRefusal(reply, proof.retryAfterMs);
      if (proof.outcome === 'refused') throw wrongPasswordRefusal();
      const { user, typed } = proof;
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
