import type { ConfirmationOutcome, SignOnOutcome } from '../../../domain/management/sign-on-outcomes.ts';
import type { SignOnSettings } from '../../../domain/management/sign-on-settings.ts';
import type { SessionConfirmationStore } from '../../../store/management/session-confirmation-store.ts';
import type { SignOnStore } from '../../../store/management/sign-on-store.ts';

/** The values that bind the answer of the provider to the browser that began the sign-on. Each is used once. */
export interface SignOnAttempt {
  readonly state: string;
  readonly nonce: string;
  /** The verifier of PKCE. */
  readonly verifier: string;
}

/** The members of the provider's answer to the browser. */
export interface SignOnAnswer {
  readonly code: string;
  /** The issuer, if the provider states it (RFC 9207). */
  readonly iss?: string;
}

/** A user as the provider confirms it. */
export interface ConfirmedUser {
  /** The subject at the issuer. */
  readonly subject: string;
  readonly preferredName: string | undefined;
  /** All claims of the ID token and of the userinfo endpoint. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Undefined if the provider issues none. */
  readonly refreshToken: string | undefined;
  /** The time before the first question to the provider. */
  readonly confirmedAt: Date;
}

/**
 * An OpenID provider. Each call looks its endpoints and keys up again if they are older than a minute.
 *
 * Every call throws `dependency_unavailable` if the provider does not answer, or answers with a failure of its own.
 */
export interface SignOnProvider {
  /** The address at which the user signs on. */
  authorizationUrl(attempt: SignOnAttempt): Promise<string>;
  /** The user of an answer; undefined if the provider or the checks of its answer refuse it. */
  redeem(answer: SignOnAnswer, attempt: SignOnAttempt): Promise<ConfirmedUser | undefined>;
  /** The user of a refresh token; undefined if the provider does not continue the session of this user. */
  confirm(refreshToken: string, subject: string): Promise<ConfirmedUser | undefined>;
}

/** The sign-on with an OpenID provider. */
export interface SignOnSources {
  readonly settings: Pick<SignOnSettings, 'issuer' | 'roleClaim' | 'roles'>;
  readonly provider: SignOnProvider;
  readonly signOns: SignOnStore;
  readonly confirmations: SessionConfirmationStore;
}

export interface SignOnPorts {
  /** Absent if the deployment has no sign-on. */
  readonly signOn?: SignOnSources | undefined;
  /** Called after each sign-on; absent if no metric counts them. */
  readonly onSignOn?: (outcome: SignOnOutcome) => void;
  /** Called after each question about a user with a session; absent if no metric counts them. */
  readonly onConfirmation?: (outcome: ConfirmationOutcome) => void;
}
