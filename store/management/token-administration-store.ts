import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { requireWithinRights } from '../../domain/management/own-rights.ts';
import { scopesOf } from '../../domain/management/scopes.ts';
import { MAX_TOKEN_CHAIN, MAX_TOKENS_OF_CREATOR } from '../../domain/management/token-bounds.ts';
import type { Role } from '../../domain/management/roles.ts';
import { newId } from '../postgres/new-id.ts';
import type { PageKey } from '../postgres/page-key.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';
import { sha256 } from '../postgres/sha256.ts';
import { makeToken } from '../tenancy/credential-token.ts';
import type { NewManagementToken } from './management-token-store.ts';
import { SELECT_TOKENS, tokenFromRow, type ManagementToken, type TokenRow } from './token-rows.ts';

/** The creator of a token: a user, or another token. */
export type TokenCreator = { readonly userId: string } | { readonly tokenId: string };

/**
 * The tokens that a caller may see and revoke: all tokens, those of a user, or a token with those that it created,
 * directly or by other tokens.
 */
export type TokenReach = 'all' | TokenCreator;

/** The administration of tokens over the API. */
export interface TokenAdministrationStore {
  /** The tokens within reach, newest first, at most `limit`. */
  page(input: { reach: TokenReach; limit: number; after: PageKey | undefined }): Promise<ManagementToken[]>;
  /**
   * Creates a token with at most the present rights of its creator. Its text is returned here and never again.
   * @throws Refusal `forbidden` if the creator has fewer rights, or no longer works; `conflict` if the creator has too
   * many tokens in force, or is too deep in a chain of tokens
   */
  create(token: NewManagementToken, creator: TokenCreator): Promise<ManagementToken & { readonly token: string }>;
  /**
   * Revokes a token within reach immediately, and thereby every token that it created. A revoked token keeps its time.
   * Undefined if no such token is within reach.
   */
  revoke(tokenId: string, reach: TokenReach): Promise<ManagementToken | undefined>;
}

export function createTokenAdministrationStore(pool: pg.Pool, clock: Clock): TokenAdministrationStore {
  return {
    async page({ reach, limit, after }) {
      const { rows } = await pool.query<TokenRow>(
        `${SELECT_TOKENS}
         WHERE ($1::text IS NULL OR token.user_id = $1)
           AND ($2::text IS NULL OR token_id = $2 OR $2 = ANY(ancestors))
           AND (token.created_at, token_id) < ($3::timestamptz, $4)
         ORDER BY token.created_at DESC, token_id DESC LIMIT $5`,
        [...reachValues(reach), after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map(tokenFromRow);
    },

    create: (wanted, creator) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        const origin =
          'userId' in creator
            ? await lockUser(client, creator.userId, wanted)
            : await lockToken(client, creator.tokenId, wanted, now);
        await requireRoom(client, creator, now);
        const { token, locator } = makeToken('plane');
        const tokenId = newId('managementToken');
        await client.query(
          `INSERT INTO management_tokens (token_id, label, role, scopes, locator, token_sha256, created_at, expires_at,
             user_id, ancestors)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
          [
            ...[tokenId, wanted.label, wanted.role, wanted.scopes, locator, sha256(token), now],
            ...[wanted.expiresAt ?? null, origin.userId ?? null, origin.ancestors],
          ],
        );
        const { rows } = await client.query<TokenRow>(`${SELECT_TOKENS} WHERE token_id = $1`, [tokenId]);
        return { ...tokenFromRow(requireRow(rows)), token };
      }),

    async revoke(tokenId, reach) {
      const { rowCount } = await pool.query(
        `UPDATE management_tokens SET revoked_at = coalesce(revoked_at, $4)
         WHERE token_id = $3 AND ($1::text IS NULL OR user_id = $1)
           AND ($2::text IS NULL OR token_id = $2 OR $2 = ANY(ancestors))`,
        [...reachValues(reach), tokenId, clock.now()],
      );
      if (rowCount === 0) return undefined;
      const { rows } = await pool.query<TokenRow>(`${SELECT_TOKENS} WHERE token_id = $1`, [tokenId]);
      return rows.map(tokenFromRow)[0];
    },
  };
}

/** The user and the token that restrict statements to a reach; null if they do not. */
function reachValues(reach: TokenReach): [string | null, string | null] {
  if (reach === 'all') return [null, null];
  return 'userId' in reach ? [reach.userId, null] : [null, reach.tokenId];
}

/** The user of a new token, and the tokens above it. */
interface TokenOrigin {
  readonly userId: string | undefined;
  readonly ancestors: readonly string[];
}

/**
 * Locks the row of a creating user, so that a removal, a lower role and other new tokens of the user wait.
 * @throws Refusal `forbidden`
 */
async function lockUser(client: Queryable, userId: string, wanted: NewManagementToken): Promise<TokenOrigin> {
  const { rows } = await client.query<{ role: Role }>(
    `SELECT role FROM management_users
     WHERE user_id = $1 AND removed_at IS NULL AND disabled_at IS NULL AND one_time_until IS NULL AND issuer IS NULL
     FOR UPDATE`,
    [userId],
  );
  const user = rows[0];
  if (user === undefined) throw creatorGone();
  requireWithinRights(wanted, { role: user.role, scopes: scopesOf(user.role) });
  return { userId, ancestors: [] };
}

/**
 * Locks the row of a creating token, so that its revocation waits.
 * @throws Refusal `forbidden`, or `conflict` for a token that is too deep in a chain
 */
async function lockToken(
  client: Queryable,
  tokenId: string,
  wanted: NewManagementToken,
  now: Date,
): Promise<TokenOrigin> {
  const { rows } = await client.query<TokenRow>(
    `${SELECT_TOKENS}
     WHERE token_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2) FOR UPDATE OF token`,
    [tokenId, now],
  );
  const creator = rows.map(tokenFromRow)[0];
  if (creator === undefined || creator.isSuspended) throw creatorGone();
  requireWithinRights(wanted, creator);
  const ancestors = [...creator.ancestors, tokenId];
  if (ancestors.length < MAX_TOKEN_CHAIN) return { userId: creator.userId, ancestors };
  throw new Refusal(
    'conflict',
    `This token is the last one in a chain of ${MAX_TOKEN_CHAIN} tokens that created each other. Create the token with an earlier one, or as a user.`,
  );
}

/** @throws Refusal `conflict` if the creator has the maximum number of tokens in force */
async function requireRoom(client: Queryable, creator: TokenCreator, now: Date): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM management_tokens
     WHERE ($1::text IS NULL OR user_id = $1) AND ($2::text IS NULL OR $2 = ANY(ancestors))
       AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $3)`,
    [...reachValues(creator), now],
  );
  if (requireRow(rows).count < MAX_TOKENS_OF_CREATOR) return;
  throw new Refusal(
    'conflict',
    `There are already ${MAX_TOKENS_OF_CREATOR} tokens in force that you have created. Revoke those that you do not use.`,
  );
}

function creatorGone(): Refusal {
  return new Refusal(
    'forbidden',
    'Your access has changed since the request began, so no token was created. Try again.',
  );
}
