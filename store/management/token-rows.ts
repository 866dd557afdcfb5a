import { isWithinRights } from '../../domain/management/own-rights.ts';
import type { Role } from '../../domain/management/roles.ts';
import { scopesOf, type Scope } from '../../domain/management/scopes.ts';

export interface ManagementToken {
  readonly tokenId: string;
  readonly label: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  /** The user whose rights bound the token; undefined for a token of the operator command. */
  readonly userId: string | undefined;
  /** The tokens that created this one, the oldest first; empty if a user or the operator command created it. */
  readonly ancestors: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
  /** The last use, to the minute; undefined if there was none. */
  readonly lastUsedAt: Date | undefined;
  /**
   * True if the token does not work although it is neither expired nor revoked: its user was removed or disabled or has
   * fewer rights now, or one of its ancestors was revoked.
   */
  readonly isSuspended: boolean;
}

export interface TokenRow {
  token_id: string;
  token_sha256: Buffer;
  label: string;
  role: Role;
  scopes: Scope[];
  user_id: string | null;
  ancestors: string[];
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  creator_role: Role | null;
  is_orphaned: boolean;
}

/** The SQL that reads tokens with the role of each token's user, if the user may log in. A condition follows. */
export const SELECT_TOKENS = `
  SELECT token_id, token_sha256, label, token.role, scopes, token.user_id, ancestors, token.created_at, expires_at, revoked_at,
    last_used_at, creator.role AS creator_role,
    EXISTS (
      SELECT FROM management_tokens AS ancestor
      WHERE ancestor.token_id = ANY(token.ancestors) AND ancestor.revoked_at IS NOT NULL
    ) AS is_orphaned
  FROM management_tokens AS token LEFT JOIN management_users AS creator
    ON creator.user_id = token.user_id AND creator.removed_at IS NULL AND creator.disabled_at IS NULL`;

export function tokenFromRow(row: TokenRow): ManagementToken {
  return {
    tokenId: row.token_id,
    label: row.label,
    role: row.role,
    scopes: row.scopes,
    userId: row.user_id ?? undefined,
    ancestors: row.ancestors,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
    isSuspended: row.is_orphaned || (row.user_id !== null && !isWithinRole(row)),
  };
}

/** True if the user of a token still has the rights of the token. */
function isWithinRole({ role, scopes, creator_role: own }: TokenRow): boolean {
  return own !== null && isWithinRights({ role, scopes }, { role: own, scopes: scopesOf(own) });
}
