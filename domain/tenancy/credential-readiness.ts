/**
 * The states of a credential of a service. `ready` is the only state in which it works: every live gateway holds it.
 * `minted` comes before `ready`; `expired` and `revoked` are final.
 */
export const CREDENTIAL_READINESS = ['minted', 'ready', 'expired', 'revoked'] as const;

export type CredentialReadiness = (typeof CREDENTIAL_READINESS)[number];

/** The times that decide the state of a credential. An absent time has not come. */
export interface CredentialTimes {
  readonly readyAt: Date | undefined;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

/** The state of a credential at a moment. */
export function credentialReadiness(
  { readyAt, expiresAt, revokedAt }: CredentialTimes,
  now: Date,
): CredentialReadiness {
  if (revokedAt !== undefined) return 'revoked';
  if (expiresAt !== undefined && expiresAt <= now) return 'expired';
  return readyAt === undefined ? 'minted' : 'ready';
}
