import type {
  ConfirmedUser,
  SignOnAnswer,
  SignOnAttempt,
  SignOnSources,
} from '../../api/management/access/sign-on-ports.ts';
import type { ManagementSession } from '../../store/management/management-session-store.ts';
import type { ClaimedSession } from '../../store/management/session-confirmation-store.ts';
import type { ConfirmedSignOn, ProviderIdentity } from '../../store/management/sign-on-store.ts';

/** The issuer of the fake provider. */
export const PROVIDER_ISSUER = 'https://login.example.com';

/** The user whom the fake provider knows, as an operator. */
export const GRACE = {
  userId: 'usr_00000000000000000000000007',
  sessionId: 'tok_00000000000000000000000007',
  subject: 'grace-at-the-provider',
  name: 'sso.grace',
} as const;

/** The cookie of a session that the fake started. */
export const GRACES_SESSION = 'sign-on-session-1';

interface FakeSignOnParts {
  readonly now: () => Date;
  /** The present sessions, by their tokens. */
  readonly sessions: Map<string, ManagementSession>;
}

/** An OpenID provider, and the stores of sign-ons, in memory. */
export class FakeSignOn {
  /** False if the deployment has no sign-on. */
  isConfigured = true;
  /** The error of every question to the provider; undefined while it answers. */
  fault: Error | undefined;
  /** True if the user is disabled here. */
  isDisabled = false;
  /** The groups of the user at the provider; undefined if the provider does not know the user any more. */
  groups: readonly string[] | undefined = ['tally-operators'];
  /** True if another process asks the provider about the session. */
  isClaimed = false;
  /** The codes and refresh tokens that the provider got, oldest first. */
  readonly presented: string[] = [];
  /** The attempts for which the provider got an answer, oldest first. */
  readonly attempts: SignOnAttempt[] = [];
  /** The issuers that answers stated, oldest first. */
  readonly stated: (string | undefined)[] = [];
  /** The sign-ons that started a session, oldest first. */
  readonly started: ConfirmedSignOn[] = [];
  readonly withdrawn: ProviderIdentity[] = [];
  readonly #states = new Set<string>();
  readonly #parts: FakeSignOnParts;

  constructor(parts: FakeSignOnParts) {
    this.#parts = parts;
  }

  get sources(): SignOnSources | undefined {
    return this.isConfigured ? this.#sources : undefined;
  }

  readonly #sources: SignOnSources = {
    settings: {
      issuer: PROVIDER_ISSUER,
      roleClaim: 'groups',
      roles: [
        { value: 'tally-operators', role: 'operator' },
        { value: 'tally-admins', role: 'admin' },
      ],
    },
    provider: {
      authorizationUrl: ({ state, nonce, verifier }) =>
        this.#answer(`${PROVIDER_ISSUER}/authorize?state=${state}&nonce=${nonce}&verifier_length=${verifier.length}`),
      redeem: ({ code, iss }: SignOnAnswer, attempt) => {
        this.presented.push(code);
        this.attempts.push(attempt);
        this.stated.push(iss);
        return this.#answer(code === 'good' ? this.#user() : undefined);
      },
      confirm: (refreshToken) => {
        this.presented.push(refreshToken);
        return this.#answer(this.#user());
      },
    },
    signOns: {
      useState: (state) => {
        if (this.#states.has(state)) return Promise.resolve(false);
        this.#states.add(state);
        return Promise.resolve(true);
      },
      start: (signOn) => {
        if (this.isDisabled) return Promise.resolve(undefined);
        this.started.push(signOn);
        const session: ManagementSession = {
          sessionId: GRACE.sessionId,
          userId: GRACE.userId,
          name: GRACE.name,
          role: signOn.role,
          mustChangePassword: false,
          expiresAt: new Date('2026-03-02T00:00:00.000Z'),
          signOn: { issuer: signOn.issuer, confirmedAt: signOn.confirmedAt },
        };
        this.#parts.sessions.set(GRACES_SESSION, session);
        return Promise.resolve({ ...session, token: GRACES_SESSION });
      },
    },
    confirmations: {
      claim: (token) => Promise.resolve(this.#claim(token)),
      confirm: ({ sessionId }, { role, confirmedAt }) => {
        this.#change(sessionId, (session) => ({ ...session, role, signOn: { issuer: PROVIDER_ISSUER, confirmedAt } }));
        return Promise.resolve();
      },
      end: ({ sessionId }) => {
        this.#change(sessionId, () => undefined);
        return Promise.resolve();
      },
      withdraw: (identity) => {
        this.withdrawn.push({ issuer: identity.issuer, subject: identity.subject });
        this.#change(GRACE.sessionId, () => undefined);
        return Promise.resolve();
      },
    },
  };

  #user(): ConfirmedUser | undefined {
    if (this.groups === undefined) return undefined;
    return {
      subject: GRACE.subject,
      preferredName: 'grace',
      claims: { sub: GRACE.subject, email: 'ada@example.com', groups: this.groups },
      refreshToken: 'refresh-1',
      confirmedAt: this.#parts.now(),
    };
  }

  #claim(token: string): ClaimedSession | undefined {
    const session = this.#parts.sessions.get(token);
    if (session === undefined || this.isClaimed) return undefined;
    const { sessionId, userId } = session;
    return { sessionId, userId, issuer: PROVIDER_ISSUER, subject: GRACE.subject, refreshToken: 'refresh-0' };
  }

  #change(sessionId: string, change: (session: ManagementSession) => ManagementSession | undefined): void {
    for (const [token, session] of this.#parts.sessions) {
      if (session.sessionId !== sessionId) continue;
      const changed = change(session);
      if (changed === undefined) this.#parts.sessions.delete(token);
      else this.#parts.sessions.set(token, changed);
    }
  }

  #answer<Answer>(answer: Answer): Promise<Answer> {
    return this.fault === undefined ? Promise.resolve(answer) : Promise.reject(this.fault);
  }
}
