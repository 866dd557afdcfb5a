import type pg from 'pg';
import type { KeyStatus } from '../../domain/gateway/key-status.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { DefectError, Refusal } from '../../domain/kernel/errors.ts';
import { createOnce, type CreationRequest } from '../postgres/create-once.ts';
import type { PageKey } from '../postgres/page-key.ts';
import {
  insertKeyRow,
  rotateKeyRow,
  virtualKeyFromRow,
  VIRTUAL_KEY_COLUMNS,
  type NewVirtualKey,
  type VirtualKey,
  type VirtualKeyRow,
} from './virtual-key-store.ts';

/** The keys of a list; an absent member restricts nothing. */
export interface KeyFilter {
  readonly owner?: string | undefined;
  readonly environmentId?: string | undefined;
  readonly status?: KeyStatus | undefined;
}

/** A minted key. Its text is undefined if an earlier request with the same idempotency key minted it. */
export interface MintedKey {
  readonly key: VirtualKey;
  readonly token: string | undefined;
}

/** The administration of virtual keys over an API, where requests are repeated and lists have pages. */
export interface KeyAdministrationStore {
  /** One page of keys, newest first, in any state. */
  list(filter: KeyFilter, page: { readonly after: PageKey | undefined; readonly limit: number }): Promise<VirtualKey[]>;
  /** A key in any state; undefined if there is none. */
  find(keyId: string): Promise<VirtualKey | undefined>;
  /**
   * Creates a key. Its text is returned here and never again.
   * @throws Refusal `not_found` if there is no such environment, `conflict` if the idempotency key belongs to another
   *   request
   */
  mint(request: CreationRequest, key: NewVirtualKey): Promise<MintedKey>;
  /**
   * Creates a successor with the same owner, label, environment, scopes and lifetime. The predecessor ends after the
   * grace period. Without a grace period, it is revoked.
   * @throws Refusal `not_found` if there is no such key, `conflict` if the key is not active, if it already has a
   *   successor, or if the idempotency key belongs to another request
   */
  rotate(
    request: CreationRequest,
    keyId: string,
    graceMs: number,
  ): Promise<MintedKey & { readonly predecessor: VirtualKey }>;
  /**
   * Revokes a key.
   * @throws Refusal `not_found` if there is no such key, `conflict` if it was revoked before
   */
  revoke(keyId: string): Promise<VirtualKey>;
}

export function createKeyAdministrationStore(pool: pg.Pool, clock: Clock): KeyAdministrationStore {
  return {
    async list({ owner = null, environmentId = null, status = null }, { after, limit }) {
      const { rows } = await pool.query<VirtualKeyRow>(
        `SELECT ${VIRTUAL_KEY_COLUMNS} FROM virtual_keys
         WHERE ($1::text IS NULL OR owner = $1) AND ($2::text IS NULL OR environment_id = $2)
           AND ($3::text IS NULL OR $3 = CASE
             WHEN revoked_at IS NOT NULL THEN 'revoked'
             WHEN expires_at <= $4 THEN 'expired'
             ELSE 'active' END)
           AND (created_at, key_id) < ($5, $6)
         ORDER BY created_at DESC, key_id DESC LIMIT $7`,
        [owner, environmentId, status, clock.now(), after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map(virtualKeyFromRow);
    },

    find: (keyId) => findKey(pool, keyId),

    async mint(request, key) {
      const now = clock.now();
      const { id, created } = await createOnce(pool, now, request, async (client) => {
        const { token, ...minted } = await insertKeyRow(client, key, now);
        return { id: minted.keyId, created: { key: minted, token } };
      });
      return created ?? { key: await requireKey(pool, id), token: undefined };
    },

    async rotate(request, keyId, graceMs) {
      const now = clock.now();
      const { id, created } = await createOnce(pool, now, request, async (client) => {
        const { token, predecessor, ...key } = await rotateKeyRow(client, { keyId, graceMs }, now);
        return { id: key.keyId, created: { key, predecessor, token } };
      });
      if (created !== undefined) return created;
      const [key, predecessor] = await Promise.all([requireKey(pool, id), requireKey(pool, keyId)]);
      return { key, predecessor, token: undefined };
    },

    async revoke(keyId) {
      const { rows } = await pool.query<VirtualKeyRow>(
        `UPDATE virtual_keys SET revoked_at = $2 WHERE key_id = $1 AND revoked_at IS NULL
         RETURNING ${VIRTUAL_KEY_COLUMNS}`,
        [keyId, clock.now()],
      );
      const revoked = rows.map(virtualKeyFromRow)[0];
      if (revoked !== undefined) return revoked;
      const known = await findKey(pool, keyId);
      if (known === undefined) throw new Refusal('not_found', `There is no key ${keyId}. Check the id.`);
      const detail = `Key ${keyId} was already revoked. To replace it, mint another key.`;
      throw new Refusal('conflict', detail);
    },
  };
}

async function findKey(pool: pg.Pool, keyId: string): Promise<VirtualKey | undefined> {
  const { rows } = await pool.query<VirtualKeyRow>(
    `SELECT ${VIRTUAL_KEY_COLUMNS} FROM virtual_keys WHERE key_id = $1`,
    [keyId],
  );
  return rows.map(virtualKeyFromRow)[0];
}

/**
 * A key that an earlier request created. Keys are never removed.
 * @throws DefectError if there is no such key
 */
async function requireKey(pool: pg.Pool, keyId: string): Promise<VirtualKey> {
  const key = await findKey(pool, keyId);
  if (key === undefined) throw new DefectError(`There is no row of the key ${keyId}, which a request created.`);
  return key;
}
