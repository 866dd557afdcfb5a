/** The states of a virtual key. A rotated key is active until its grace ends. */
export const KEY_STATUSES = ['active', 'expired', 'revoked'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** The state of a key at an instant. A revoked key stays revoked after its expiry. */
export function keyStatusAt(
  { revokedAt, expiresAt }: { readonly revokedAt: Date | undefined; readonly expiresAt: Date | undefined },
  now: Date,
): KeyStatus {
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt !== undefined && expiresAt <= now ? 'expired' : 'active';
}
