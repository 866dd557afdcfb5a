import { Refusal } from '../../../domain/kernel/errors.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { CONFIRM_AGAIN_MS, CONFIRMATION_MS } from '../../../domain/management/session-times.ts';
import type {
  ManagementSession,
  ManagementSessionStore,
  SignOnConfirmation,
} from '../../../store/management/management-session-store.ts';
import type { SignOnPorts } from './sign-on-ports.ts';
import { confirmSession } from './confirm-session.ts';

export interface SessionPorts extends SignOnPorts {
  readonly clock: Clock;
  readonly sessions: Pick<ManagementSessionStore, 'resolve'>;
}

/**
 * The session of a token; undefined if it has ended. The user of a sign-on session was confirmed by the provider within
 * the last 15 minutes.
 *
 * Throws `dependency_unavailable` if the confirmation is older and the provider does not answer.
 */
export type FindSession = (token: string) => Promise<ManagementSession | undefined>;

/** Creates the look-up of sessions. Concurrent requests of a session ask the provider once. */
export function createSessionFinder(ports: SessionPorts): FindSession {
  const asking = new Map<string, Promise<void>>();
  const ageOf = ({ confirmedAt }: SignOnConfirmation): number => ports.clock.now().getTime() - confirmedAt.getTime();

  const askOnce = async (sessionId: string, token: string): Promise<void> => {
    const present = asking.get(sessionId) ?? confirmSession(ports, token).finally(() => asking.delete(sessionId));
    asking.set(sessionId, present);
    await present;
  };

  return async (token) => {
    const session = await ports.sessions.resolve(token);
    const { signOn } = session ?? {};
    if (session === undefined || signOn === undefined) return session;
    // Nobody confirms the users of a provider that is not configured any more.
    if (ports.signOn?.settings.issuer !== signOn.issuer) return undefined;
    if (ageOf(signOn) < CONFIRM_AGAIN_MS) return session;
    await askOnce(session.sessionId, token);
    const present = await ports.sessions.resolve(token);
    if (present?.signOn === undefined || ageOf(present.signOn) < CONFIRMATION_MS) return present;
    throw new Refusal(
      'dependency_unavailable',
      'The sign-on provider does not answer, so your role is not confirmed. Try again, or log in with a password.',
    );
  };
}
