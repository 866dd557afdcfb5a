import type { ManagementMe } from '../../contracts/management/me.ts';
import type { ManagementToken } from '../../store/management/management-token-store.ts';

/** The token of the caller, without anything that could be used in its place. */
export function readMe({ tokenId, label, role, scopes, expiresAt }: ManagementToken): ManagementMe {
  return {
    token_id: tokenId,
    label,
    role,
    scopes: [...scopes],
    ...(expiresAt && { expires_at: expiresAt.toISOString() }),
  };
}
