import { createHash } from 'node:crypto';
import type pg from 'pg';
import type {
  CredentialOperationV1,
  MintedServiceCredential,
  RotatedServiceCredential,
  ServiceCredentialV1,
} from '../../contracts/tenancy/service-credential.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { conflict, notFound, type Refusal } from '../../domain/kernel/errors.ts';
import { credentialReadiness } from '../../domain/tenancy/credential-readiness.ts';
import { MAX_CREDENTIALS_IN_FORCE } from '../../domain/tenancy/identity-limits.ts';
import type { KeyGrant } from '../../domain/tenancy/key-grants.ts';
import { newId } from '../postgres/new-id.ts';
import type { PageKey } from '../postgres/page-key.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';
import { makeToken } from './credential-token.ts';

/** A credential of a service that is not stored yet. */
export interface NewServiceCredential {
  readonly serviceId: string;
  readonly environmentId: string;
  readonly label: string;
  readonly grants: readonly KeyGrant[];
  readonly teamIds: readonly string[];
  /** Days until it expires; undefined if it does not expire. */
  readonly ttlDays: number | undefined;
  /** The subject that creates it. */
  readonly createdBy: string;
}

/** The replacement of a credential by a successor. */
export interface ServiceCredentialRotation {
  readonly credentialId: string;
  /** Minutes for which both are in force. A predecessor that expires earlier is in force only until then. */
  readonly overlapMinutes: number;
  /** True to revoke the predecessor at once, regardless of the overlap. */
  readonly revokesPrevious: boolean;
  /** The teams of the successor; undefined: those of the predecessor. */
  readonly teamIds: readonly string[] | undefined;
  /** The subject that rotates it. */
  readonly createdBy: string;
}

/** The credentials of services. Their texts are returned when they are created, and never again. */
export interface ServiceCredentialStore {
  /**
   * @throws Refusal `not_found` if the service does not exist, `conflict` if it has the maximum of credentials in force
   */
  create(credential: NewServiceCredential): Promise<MintedServiceCredential>;
  /**
   * Creates a successor with the same service, environment, label, rights and lifetime, and ends the predecessor, in
   * one transaction.
   * @throws Refusal `not_found` if there is no such credential, `conflict` if it is not in force or already has a
   *   successor, or if the service has the maximum of credentials in force
   */
  rotate(rotation: ServiceCredentialRotation): Promise<RotatedServiceCredential>;
  /**
   * Ends a credential for ever.
   * @throws Refusal `not_found` if there is no such credential, `conflict` if it is revoked already
   */
  revoke(credentialId: string): Promise<ServiceCredentialV1>;
  /** The credential, regardless of the caller. */
  find(credentialId: string): Promise<ServiceCredentialV1 | undefined>;
  /** The operation that minted a credential, regardless of the caller. */
  findOperation(operationId: string): Promise<CredentialOperationV1 | undefined>;
  /** The credentials of a service, newest first, at most `limit`. */
  list(page: { serviceId: string; limit: number; after: PageKey | undefined }): Promise<ServiceCredentialV1[]>;
}

export function createServiceCredentialStore(pool: pg.Pool, clock: Clock): ServiceCredentialStore {
  return {
    create: (credential) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        await requireRoom(client, credential.serviceId, now);
        return insertServiceCredential(client, { ...credential, predecessorId: undefined }, now);
      }),

    rotate: (rotation) => inTransaction(pool, (client) => rotateServiceCredential(client, rotation, clock.now())),

    async revoke(credentialId) {
      const now = clock.now();
      const { rowCount } = await pool.query(
        'UPDATE service_credentials SET revoked_at = $2 WHERE credential_id = $1 AND revoked_at IS NULL',
        [credentialId, now],
      );
      const credential = await findServiceCredential(pool, credentialId, now);
      if (credential === undefined) throw notFound();
      if (rowCount === 0)
        throw conflict(
          'already_settled',
          `Credential ${credentialId} was already revoked. There is nothing left to revoke.`,
        );
      return credential;
    },

    find: (credentialId) => findServiceCredential(pool, credentialId, clock.now()),

    async findOperation(operationId) {
      const { rows } = await pool.query<ServiceCredentialRow>(`${CREDENTIALS} WHERE c.operation_id = $1`, [
        operationId,
      ]);
      return rows.map((row) => operationOf(credentialFromRow(row, clock.now())))[0];
    },

    async list({ serviceId, limit, after }) {
      const { rows } = await pool.query<ServiceCredentialRow>(
        `${CREDENTIALS} WHERE c.service_id = $1 AND (c.created_at, c.credential_id) < ($2, $3)
         ORDER BY c.created_at DESC, c.credential_id DESC LIMIT $4`,
        [serviceId, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map((row) => credentialFromRow(row, clock.now()));
    },
  };
}

/**
 * Requires that a service can have one more credential. The lock on the service orders its creations and rotations, so
 * that together they do not exceed the maximum.
 */
async function requireRoom(client: Queryable, serviceId: string, now: Date): Promise<void> {
  const locked = await client.query<{ service_id: string }>(
    'SELECT service_id FROM service_identities WHERE service_id = $1 FOR NO KEY UPDATE',
    [serviceId],
  );
  if (locked.rows[0] === undefined) throw notFound();
  const { rows } = await client.query<{ in_force: number }>(
    `SELECT count(*)::int AS in_force FROM service_credentials
     WHERE service_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
    [serviceId, now],
  );
  if (requireRow(rows).in_force < MAX_CREDENTIALS_IN_FORCE) return;
  throw conflict(
    'limit_reached',
    `This service already has ${MAX_CREDENTIALS_IN_FORCE} credentials in force, which is the maximum. Revoke one of them first.`,
  );
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

async function insertServiceCredential(
  client: Queryable,
  credential: NewServiceCredential & { readonly predecessorId: string | undefined },
  now: Date,
): Promise<MintedServiceCredential> {
  const { grants, ttlDays } = credential;
  const { token, locator } = makeToken('runtime');
  const credentialId = newId('serviceCredential');
  const expiresAt = ttlDays === undefined ? null : new Date(now.getTime() + ttlDays * DAY_MS);
  // The API looks up every credential, so only the gateways have to learn of a new one.
  const readyAt = grants.includes('models.call') ? null : now;
  await client.query(
    `INSERT INTO service_credentials (credential_id, service_id, environment_id, label, grants, team_ids, ttl_days,
       locator, token_sha256, operation_id, predecessor_id, created_by, created_at, expires_at, ready_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      ...[credentialId, credential.serviceId, credential.environmentId, credential.label, grants, credential.teamIds],
      ...[ttlDays ?? null, locator, createHash('sha256').update(token).digest(), newId('credentialOperation')],
      ...[credential.predecessorId ?? null, credential.createdBy, now, expiresAt, readyAt],
    ],
  );
  return { credential: await requireServiceCredential(client, credentialId, now), token };
}

async function rotateServiceCredential(
  client: pg.PoolClient,
  { credentialId, overlapMinutes, revokesPrevious, teamIds, createdBy }: ServiceCredentialRotation,
  now: Date,
): Promise<RotatedServiceCredential> {
  // The lock decides every race: the second of two rotations, or of a rotation and a revocation, sees the first.
  await client.query<{ credential_id: string }>(
    'SELECT credential_id FROM service_credentials WHERE credential_id = $1 FOR UPDATE',
    [credentialId],
  );
  const ended = await client.query(
    `UPDATE service_credentials SET expires_at = least(expires_at, $2::timestamptz), revoked_at = $3::timestamptz
     WHERE credential_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $4)
       AND NOT EXISTS (SELECT 1 FROM service_credentials s WHERE s.predecessor_id = $1)`,
    [credentialId, new Date(now.getTime() + overlapMinutes * MINUTE_MS), revokesPrevious ? now : null, now],
  );
  const previous = await findServiceCredential(client, credentialId, now);
  if (previous === undefined) throw notFound();
  if (ended.rowCount === 0) throw alreadyEnded(previous);
  await requireRoom(client, previous.service_id, now);
  const { credential, token } = await insertServiceCredential(
    client,
    {
      serviceId: previous.service_id,
      environmentId: previous.environment_id,
      label: previous.label,
      grants: previous.grants,
      teamIds: teamIds ?? previous.team_ids,
      ttlDays: previous.ttl_days,
      createdBy,
      predecessorId: credentialId,
    },
    now,
  );
  return { credential, token, predecessor: await requireServiceCredential(client, credentialId, now) };
}

/** The refusal of a rotation of a credential that was rotated, has expired or was revoked. */
function alreadyEnded({ credential_id: id, successor_id: successorId }: ServiceCredentialV1): Refusal {
  const detail =
    successorId === undefined
      ? `Credential ${id} has expired or was revoked. Create another credential.`
      : `Credential ${id} was already rotated. Rotate its successor ${successorId}.`;
  return conflict('already_settled', detail);
}

async function findServiceCredential(
  client: Queryable,
  credentialId: string,
  now: Date,
): Promise<ServiceCredentialV1 | undefined> {
  const { rows } = await client.query<ServiceCredentialRow>(`${CREDENTIALS} WHERE c.credential_id = $1`, [
    credentialId,
  ]);
  return rows.map((row) => credentialFromRow(row, now))[0];
}

/** Reads a credential that the transaction has written. */
async function requireServiceCredential(
  client: Queryable,
  credentialId: string,
  now: Date,
): Promise<ServiceCredentialV1> {
  const { rows } = await client.query<ServiceCredentialRow>(`${CREDENTIALS} WHERE c.credential_id = $1`, [
    credentialId,
  ]);
  return credentialFromRow(requireRow(rows), now);
}

const CREDENTIALS = `SELECT c.credential_id, c.service_id, w.organization_id, a.workspace_id, g.application_id,
    e.gateway_id, c.environment_id, c.label, c.grants, c.team_ids, c.ttl_days, c.operation_id, c.created_by, c.created_at, c.ready_at,
    c.expires_at, c.revoked_at, c.predecessor_id, n.credential_id AS successor_id
  FROM service_credentials c
  JOIN environments e ON e.environment_id = c.environment_id
  JOIN gateways g ON g.gateway_id = e.gateway_id
  JOIN applications a ON a.application_id = g.application_id
  JOIN workspaces w ON w.workspace_id = a.workspace_id
  LEFT JOIN service_credentials n ON n.predecessor_id = c.credential_id`;

interface ServiceCredentialRow {
  credential_id: string;
  service_id: string;
  organization_id: string;
  workspace_id: string;
  application_id: string;
  gateway_id: string;
  environment_id: string;
  label: string;
  grants: KeyGrant[];
  team_ids: string[];
  ttl_days: number | null;
  operation_id: string;
  created_by: string;
  created_at: Date;
  ready_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  predecessor_id: string | null;
  successor_id: string | null;
}

function credentialFromRow(row: ServiceCredentialRow, now: Date): ServiceCredentialV1 {
  const { ttl_days, ready_at, expires_at, revoked_at, predecessor_id, successor_id, created_at, ...kept } = row;
  return {
    ...kept,
    ...(ttl_days !== null && { ttl_days }),
    readiness: credentialReadiness(
      { readyAt: ready_at ?? undefined, expiresAt: expires_at ?? undefined, revokedAt: revoked_at ?? undefined },
      now,
    ),
    created_at: created_at.toISOString(),
    ...(ready_at && { ready_at: ready_at.toISOString() }),
    ...(expires_at && { expires_at: expires_at.toISOString() }),
    ...(revoked_at && { revoked_at: revoked_at.toISOString() }),
    ...(predecessor_id !== null && { predecessor_id }),
    ...(successor_id !== null && { successor_id }),
  };
}

/** The operation that minted a credential. */
function operationOf(credential: ServiceCredentialV1): CredentialOperationV1 {
  const { operation_id, credential_id, service_id, environment_id, readiness, created_at, ready_at } = credential;
  const kind = credential.predecessor_id === undefined ? 'create' : 'rotate';
  return {
    operation_id,
    kind,
    credential_id,
    service_id,
    environment_id,
    readiness,
    created_at,
    ...(ready_at !== undefined && { ready_at }),
  };
}
