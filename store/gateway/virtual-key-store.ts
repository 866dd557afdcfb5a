import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Endpoint } from '../../domain/models/endpoints.ts';
import { findRotations } from '../../domain/gateway/find-rotations.ts';
import type { KeyScopes } from '../../domain/gateway/key-scopes.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import type { LeafChain } from '../../domain/tenancy/scope.ts';
import { violatesForeignKey } from '../postgres/database-fault.ts';
import { newId } from '../postgres/new-id.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';
import { makeToken } from '../tenancy/credential-token.ts';

export interface NewVirtualKey {
  /** The node of the governance tree that owns the key: the team of its traffic. */
  readonly owner: string;
  readonly label: string;
  /** The environment to which the traffic of the key belongs. */
  readonly environmentId: string;
  readonly scopes: KeyScopes;
  /** True if callers may send their own provider key, which is then used instead of ours. */
  readonly allowsPassthrough: boolean;
  readonly expiresAt: Date | undefined;
}

export interface VirtualKey extends NewVirtualKey {
  readonly keyId: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | undefined;
  /** The key that replaced this one. */
  readonly successorId: string | undefined;
}

/** An active key, as a proxy holds it. */
export interface ActiveKey extends Pick<VirtualKey, 'keyId' | 'owner' | 'scopes' | 'allowsPassthrough' | 'expiresAt'> {
  readonly locator: string;
  readonly tokenSha256: Buffer;
  readonly leaf: LeafChain;
  /** The ids of all keys of the same rotation chain, including this one. */
  readonly rotations: readonly string[];
}

export interface VirtualKeyStore {
  /**
   * Creates a key. Its text is returned here and never again.
   * @throws Refusal `not_found` if there is no such environment
   */
  mint(key: NewVirtualKey): Promise<VirtualKey & { token: string }>;
  /** The keys, newest first. */
  list(): Promise<VirtualKey[]>;
  /**
   * Revokes a key. A key that is already revoked keeps its time.
   * @throws Refusal `not_found` if there is no such key
   */
  revoke(keyId: string): Promise<VirtualKey>;
  /**
   * Creates a successor with the same owner, label, environment, scopes and lifetime, and ends the predecessor after
   * the grace period, in one transaction. Without a grace period, the predecessor is revoked.
   * @throws Refusal `not_found` if there is no such key, `conflict` if it is not active or already has a successor
   */
  rotate(keyId: string, graceMs: number): Promise<VirtualKey & { token: string; predecessor: VirtualKey }>;
  /** Every key that is neither revoked nor expired. */
  listInForce(): Promise<ActiveKey[]>;
}

export function createVirtualKeyStore(pool: pg.Pool, clock: Clock): VirtualKeyStore {
  return {
    mint: (key) => insertKeyRow(pool, key, clock.now()),

    async list() {
      const { rows } = await pool.query<VirtualKeyRow>(
        `SELECT ${VIRTUAL_KEY_COLUMNS} FROM virtual_keys ORDER BY created_at DESC, key_id DESC`,
      );
      return rows.map(virtualKeyFromRow);
    },

    async revoke(keyId) {
      const { rows } = await pool.query<VirtualKeyRow>(
        `UPDATE virtual_keys SET revoked_at = coalesce(revoked_at, $2) WHERE key_id = $1
         RETURNING ${VIRTUAL_KEY_COLUMNS}`,
        [keyId, clock.now()],
      );
      const revoked = rows.map(virtualKeyFromRow)[0];
      if (revoked === undefined) throw new Refusal('not_found', `There is no key ${keyId}. Check the id.`);
      return revoked;
    },

    rotate: (keyId, graceMs) => inTransaction(pool, (client) => rotateKeyRow(client, { keyId, graceMs }, clock.now())),

    async listInForce() {
      const { rows } = await pool.query<KeyInForceRow>(
        `SELECT key_id, owner, models, providers, endpoints, allows_passthrough, locator, token_sha256, expires_at,
           environment_id, gateway_id, application_id, workspace_id, organization_id
         FROM virtual_keys JOIN environments USING (environment_id) JOIN gateways USING (gateway_id)
           JOIN applications USING (application_id) JOIN workspaces USING (workspace_id)
         WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1)`,
        [clock.now()],
      );
      // Queried after the keys, so that every successor among them has a known rotation.
      const rotated = await pool.query<Pick<VirtualKeyRow, 'key_id' | 'successor_id'>>(
        'SELECT key_id, successor_id FROM virtual_keys WHERE successor_id IS NOT NULL',
      );
      const rotations = findRotations(
        rotated.rows.map((row) => ({ keyId: row.key_id, successorId: row.successor_id ?? undefined })),
      );
      return rows.map((row) => keyInForceFromRow(row, rotations.get(row.key_id) ?? [row.key_id]));
    },
  };
}

/** Inserts a key on the given connection; see `VirtualKeyStore.mint`. */
export async function insertKeyRow(
  client: Queryable,
  key: NewVirtualKey,
  now: Date,
): Promise<VirtualKey & { token: string }> {
  const { token, locator } = makeToken('virtual');
  const keyId = newId('virtualKey');
  const { models, providers, endpoints } = key.scopes;
  try {
    await client.query(
      `INSERT INTO virtual_keys (key_id, owner, label, environment_id, models, providers, endpoints, allows_passthrough,
         locator, token_sha256, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        ...[keyId, key.owner, key.label, key.environmentId, models, providers, endpoints, key.allowsPassthrough],
        ...[locator, createHash('sha256').update(token).digest(), now, key.expiresAt ?? null],
      ],
    );
  } catch (error) {
    if (violatesForeignKey(error))
      throw new Refusal('not_found', `There is no environment ${key.environmentId}. Check the id.`);
    throw error;
  }
  return { ...key, keyId, createdAt: now, revokedAt: undefined, successorId: undefined, token };
}

/** Rotates a key in the transaction of the given connection; see `VirtualKeyStore.rotate`. */
export async function rotateKeyRow(
  client: pg.PoolClient,
  { keyId, graceMs }: { readonly keyId: string; readonly graceMs: number },
  now: Date,
): Promise<VirtualKey & { token: string; predecessor: VirtualKey }> {
  const { rows } = await client.query<VirtualKeyRow>(
    `SELECT ${VIRTUAL_KEY_COLUMNS} FROM virtual_keys WHERE key_id = $1 FOR UPDATE`,
    [keyId],
  );
  const previous = rows.map(virtualKeyFromRow)[0];
  if (previous === undefined) throw new Refusal('not_found', `There is no key ${keyId}. Check the id.`);
  const { successorId, revokedAt, expiresAt, createdAt } = previous;
  if (successorId !== undefined)
    throw new Refusal('conflict', `Key ${keyId} was already rotated. Rotate its successor ${successorId}.`);
  if (revokedAt !== undefined || (expiresAt !== undefined && expiresAt <= now))
    throw new Refusal('conflict', `Key ${keyId} has expired or was revoked. Mint another key.`);
  const { owner, label, environmentId, scopes, allowsPassthrough } = previous;
  const ends = expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime());
  const successor = await insertKeyRow(
    client,
    { owner, label, environmentId, scopes, allowsPassthrough, expiresAt: ends },
    now,
  );
  const changed = await client.query<VirtualKeyRow>(
    `UPDATE virtual_keys
     SET successor_id = $2, expires_at = least(expires_at, $3::timestamptz), revoked_at = $4::timestamptz
     WHERE key_id = $1 RETURNING ${VIRTUAL_KEY_COLUMNS}`,
    [keyId, successor.keyId, new Date(now.getTime() + graceMs), graceMs === 0 ? now : null],
  );
  return { ...successor, predecessor: virtualKeyFromRow(requireRow(changed.rows)) };
}

/** The columns of `VirtualKeyRow`. */
export const VIRTUAL_KEY_COLUMNS = `key_id, owner, label, environment_id, models, providers, endpoints,
  allows_passthrough, created_at, expires_at, revoked_at, successor_id`;

/** A row of `virtual_keys`, without the hash of the key. */
export interface VirtualKeyRow {
  key_id: string;
  owner: string;
  label: string;
  environment_id: string;
  models: string[];
  providers: string[];
  endpoints: Endpoint[];
  allows_passthrough: boolean;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  successor_id: string | null;
}

interface KeyInForceRow extends Pick<
  VirtualKeyRow,
  'key_id' | 'owner' | 'models' | 'providers' | 'endpoints' | 'allows_passthrough' | 'expires_at' | 'environment_id'
> {
  locator: string;
  token_sha256: Buffer;
  gateway_id: string;
  application_id: string;
  workspace_id: string;
  organization_id: string;
}

/** The key of a row. */
export function virtualKeyFromRow(row: VirtualKeyRow): VirtualKey {
  return {
    keyId: row.key_id,
    owner: row.owner,
    label: row.label,
    environmentId: row.environment_id,
    scopes: { models: row.models, providers: row.providers, endpoints: row.endpoints },
    allowsPassthrough: row.allows_passthrough,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    successorId: row.successor_id ?? undefined,
  };
}

function keyInForceFromRow(row: KeyInForceRow, rotations: readonly string[]): ActiveKey {
  return {
    keyId: row.key_id,
    owner: row.owner,
    scopes: { models: row.models, providers: row.providers, endpoints: row.endpoints },
    allowsPassthrough: row.allows_passthrough,
    expiresAt: row.expires_at ?? undefined,
    locator: row.locator,
    tokenSha256: row.token_sha256,
    leaf: {
      organizationId: row.organization_id,
      workspaceId: row.workspace_id,
      applicationId: row.application_id,
      gatewayId: row.gateway_id,
      environmentId: row.environment_id,
    },
    rotations,
  };
}
