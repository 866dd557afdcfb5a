import type { ManagementTokenDocument } from '../../../contracts/management/access/tokens.ts';
import type { ManagementToken } from '../../../store/management/token-rows.ts';

/** A token, without its text. */
export function presentToken(token: ManagementToken, now: Date): ManagementTokenDocument {
  const { userId, ancestors, expiresAt, lastUsedAt, revokedAt } = token;
  const creatorId = ancestors.at(-1);
  return {
    token_id: token.tokenId,
    label: token.label,
    role: token.role,
    scopes: [...token.scopes],
    state: stateOf(token, now),
    ...(userId !== undefined && { user_id: userId }),
    ...(creatorId !== undefined && { creator_token_id: creatorId }),
    created_at: token.createdAt.toISOString(),
    ...(expiresAt && { expires_at: expiresAt.toISOString() }),
    ...(lastUsedAt && { last_used_at: lastUsedAt.toISOString() }),
    ...(revokedAt && { revoked_at: revokedAt.toISOString() }),
  };
}

function stateOf({ revokedAt, expiresAt, isSuspended }: ManagementToken, now: Date): ManagementTokenDocument['state'] {
  if (revokedAt !== undefined) return 'revoked';
  if (expiresAt !== undefined && expiresAt <= now) return 'expired';
  return isSuspended ? 'suspended' : 'active';
}
