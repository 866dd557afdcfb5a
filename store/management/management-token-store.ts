import { timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { isStaleUse, LAST_USE_MS, ignoreUnavailableStore } from '../postgres/last-use.ts';
import { newId } from '../postgres/new-id.ts';
import { sha256 } from '../postgres/sha256.ts';
import { parseTokenLocator, makeToken } from '../tenancy/credential-token.ts';
import { SELECT_TOKENS, tokenFromRow, type ManagementToken, type TokenRow } from './token-rows.ts';

export type NewManagementToken = Pick<ManagementToken, 'label' | 'role' | 'scopes' | 'expiresAt'>;

export interface ManagementTokenStore {
  /** Creates a token. Its text is returned here and never again. */
  make(token: NewManagementToken): Promise<ManagementToken & { token: string }>;
  /** The tokens, newest first. */
  list(): Promise<ManagementToken[]>;
  /**
   * Revokes a token immediately. A token that is already revoked keeps its time.
   * @throws Refusal `not_found` if there is no such token
   */
  revoke(tokenId: string): Promise<ManagementToken>;
  /**
   * The token of this text; undefined if it is malformed, unknown, expired, revoked or suspended. Postgres is queried
   * each time.
   */
  resolve(text: string): Promise<ManagementToken | undefined>;
}

export function createManagementTokenStore(pool: pg.Pool, clock: Clock): ManagementTokenStore {
  return {
    async make({ label, role, scopes, expiresAt }) {
      const { token, locator } = makeToken('plane');
      const made = { tokenId: newId('managementToken'), label, role, scopes, createdAt: clock.now(), expiresAt };
      await pool.query(
        `INSERT INTO management_tokens (token_id, label, role, scopes, locator, token_sha256, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [made.tokenId, label, role, scopes, locator, sha256(token), made.createdAt, expiresAt ?? null],
      );
      const unset = { userId: undefined, revokedAt: undefined, lastUsedAt: undefined };
      return { ...made, ...unset, ancestors: [], isSuspended: false, token };
    },

    async list() {
      const { rows } = await pool.query<TokenRow>(`${SELECT_TOKENS} ORDER BY token.created_at DESC, token_id DESC`);
      return rows.map(tokenFromRow);
    },

    async revoke(tokenId) {
      await pool.query('UPDATE management_tokens SET revoked_at = coalesce(revoked_at, $2) WHERE token_id = $1', [
        tokenId,
        clock.now(),
      ]);
      const { rows } = await pool.query<TokenRow>(`${SELECT_TOKENS} WHERE token_id = $1`, [tokenId]);
      const revoked = rows.map(tokenFromRow)[0];
      if (revoked === undefined) throw new Refusal('not_found', `There is no token ${tokenId}. Check the id.`);
      return revoked;
    },

    async resolve(text) {
      const locator = parseTokenLocator(text);
      if (locator === undefined) return undefined;
      const now = clock.now();
      const { rows } = await pool.query<TokenRow>(
        `${SELECT_TOKENS} WHERE locator = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
        [locator, now],
      );
      const row = rows[0];
      if (row === undefined || !timingSafeEqual(row.token_sha256, sha256(text))) return undefined;
      const token = tokenFromRow(row);
      if (token.isSuspended) return undefined;
      if (isStaleUse(row.last_used_at, now)) await markUsed(pool, row.token_id, now).catch(ignoreUnavailableStore);
      return token;
    },
  };
}

/** Records the time of use. Of concurrent requests that find the same old time, only the first changes the row. */
async function markUsed(pool: pg.Pool, tokenId: string, now: Date): Promise<void> {
  await pool.query(
    `UPDATE management_tokens SET last_used_at = $2
     WHERE token_id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)`,
    [tokenId, now, new Date(now.getTime() - LAST_USE_MS)],
  );
}
