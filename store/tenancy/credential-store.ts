import { timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import type { KeyGrant } from '../../domain/tenancy/key-grants.ts';
import type { LeafChain } from '../../domain/tenancy/scope.ts';
import { violatesForeignKey } from '../postgres/database-fault.ts';
import { isStaleUse, LAST_USE_MS, ignoreUnavailableStore } from '../postgres/last-use.ts';
import { newId } from '../postgres/new-id.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { sha256 } from '../postgres/sha256.ts';
import { parseTokenLocator, makeToken, type CredentialClass } from './credential-token.ts';

export interface Credential {
  readonly credentialId: string;
  readonly subjectId: string;
  readonly class: CredentialClass;
  /** The environment of a runtime credential's traffic; undefined for other credentials. */
  readonly environmentId: string | undefined;
  readonly name: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
  /** The last use, to the minute; undefined if there was none. */
  readonly lastUsedAt: Date | undefined;
  /** The credential that replaced this one. */
  readonly successorId: string | undefined;
}

export interface NewCredential {
  readonly subjectId: string;
  readonly class: CredentialClass;
  /** The environment of its traffic, only for a runtime credential. */
  readonly environmentId?: string | undefined;
  readonly name: string;
  readonly expiresAt?: Date | undefined;
}

/** The replacement of a credential by its successor. */
export interface Rotation {
  readonly credentialId: string;
  /** The minutes for which both credentials are valid. A predecessor that expires earlier is valid only until then. */
  readonly overlapMinutes: number;
  /** True to revoke the predecessor immediately, regardless of the overlap. */
  readonly revokePreviousNow: boolean;
  /** The expiry of the successor. By default it gets the lifetime of its predecessor, if that had one. */
  readonly expiresAt?: Date | undefined;
}

/** The owner of a token. */
export interface ResolvedCredential {
  readonly credentialId: string;
  readonly subjectId: string;
  readonly class: CredentialClass;
  /** The environment of a runtime credential's traffic. */
  readonly environment?: LeafChain;
  /** True if costs that the sender states count in this environment. */
  readonly takesStatedCosts?: boolean;
  /** The rights of a credential of a service; absent for a credential with every right of its class. */
  readonly grants?: readonly KeyGrant[];
}

export interface CredentialStore {
  /**
   * The owner of a bearer token; undefined if the token is malformed, unknown, expired or revoked. Postgres is queried
   * each time, so every process refuses a revoked token from the next request on.
   */
  resolve(token: string): Promise<ResolvedCredential | undefined>;
  /**
   * Creates a credential. The token is returned here and never again.
   * @throws Refusal `not_found` if there is no such subject, or no such environment in its organization
   */
  create(credential: NewCredential): Promise<Credential & { token: string }>;
  /**
   * Creates a successor for the same subject and environment, with the same class and name, and ends the predecessor
   * after the overlap, in one transaction.
   * @throws Refusal `not_found` if there is no such credential, `conflict` if it is not active or already has a
   *   successor
   */
  rotate(rotation: Rotation): Promise<Credential & { token: string; predecessor: Credential }>;
  /**
   * The credentials without their tokens, newest first: all, or those of one subject, of the subjects of one
   * organization, or of one environment.
   */
  list(of: {
    readonly subjectId?: string | undefined;
    readonly organizationId?: string | undefined;
    readonly environmentId?: string | undefined;
  }): Promise<Credential[]>;
  /**
   * Revokes a credential immediately. A credential that is already revoked keeps its time.
   * @throws Refusal `not_found` if there is no such credential
   */
  revoke(credentialId: string): Promise<Credential>;
}

export function createCredentialStore(pool: pg.Pool, clock: Clock): CredentialStore {
  return {
    resolve: (token) => resolveToken(pool, clock.now(), token),

    create: (credential) => insertCredential(pool, credential, clock.now()),

    rotate: (rotation) => inTransaction(pool, (client) => rotateCredential(client, rotation, clock.now())),

    async list({ subjectId = null, organizationId = null, environmentId = null }) {
      const { rows } = await pool.query<CredentialRow>(
        `SELECT ${COLUMNS} FROM credentials JOIN subjects USING (subject_id)
         WHERE ($1::text IS NULL OR subject_id = $1) AND ($2::text IS NULL OR organization_id = $2)
           AND ($3::text IS NULL OR environment_id = $3)
         ORDER BY credentials.created_at DESC, credential_id DESC`,
        [subjectId, organizationId, environmentId],
      );
      return rows.map(credentialFromRow);
    },

    async revoke(credentialId) {
      const { rows } = await pool.query<CredentialRow>(
        `UPDATE credentials SET revoked_at = coalesce(revoked_at, $2) WHERE credential_id = $1 RETURNING ${COLUMNS}`,
        [credentialId, clock.now()],
      );
      const row = rows[0];
      if (row === undefined) throw new Refusal('not_found', `There is no credential ${credentialId}. Check the id.`);
      return credentialFromRow(row);
    },
  };
}

/** Inserts a credential on the given connection; see `CredentialStore.create`. */
export async function insertCredential(
  client: Queryable,
  credential: NewCredential,
  now: Date,
): Promise<Credential & { token: string }> {
  const { token, locator } = makeToken(credential.class);
  const { subjectId, name, environmentId, expiresAt } = credential;
  const credentialId = newId('credential');
  const place = environmentId ?? null;
  const values = [
    credentialId,
    subjectId,
    credential.class,
    name,
    locator,
    sha256(token),
    now,
    expiresAt ?? null,
    place,
  ];
  try {
    const { rowCount } = await client.query(INSERT, values);
    if (rowCount === 0) {
      const detail = `There is no environment ${String(place)} in the organization of subject ${subjectId}. Check the id.`;
      throw new Refusal('not_found', detail);
    }
  } catch (error) {
    if (violatesForeignKey(error)) throw new Refusal('not_found', `There is no subject ${subjectId}. Check the id.`);
    throw error;
  }
  const made = { credentialId, subjectId, class: credential.class, environmentId, name, createdAt: now, expiresAt };
  return { ...made, revokedAt: undefined, lastUsedAt: undefined, successorId: undefined, token };
}

/** The statement that inserts a credential. The environment must belong to the organization of the subject. */
const INSERT = `
  INSERT INTO credentials (credential_id, subject_id, class, name, locator, token_sha256, created_at, expires_at,
    environment_id)
  SELECT $1, $2, $3, $4, $5, $6::bytea, $7::timestamptz, $8::timestamptz, $9
  WHERE $9::text IS NULL OR EXISTS (
    SELECT 1 FROM environments JOIN gateways USING (gateway_id) JOIN applications USING (application_id)
      JOIN workspaces USING (workspace_id) JOIN subjects USING (organization_id)
    WHERE environment_id = $9 AND subject_id = $2)`;

async function rotateCredential(
  client: pg.PoolClient,
  { credentialId, overlapMinutes, revokePreviousNow, expiresAt }: Rotation,
  now: Date,
): Promise<Credential & { token: string; predecessor: Credential }> {
  const { rows } = await client.query<CredentialRow>(
    `SELECT ${COLUMNS} FROM credentials WHERE credential_id = $1 FOR UPDATE`,
    [credentialId],
  );
  const previous = rows.map(credentialFromRow)[0];
  if (previous === undefined) throw new Refusal('not_found', `There is no credential ${credentialId}. Check the id.`);
  if (previous.successorId !== undefined)
    throw new Refusal(
      'conflict',
      `Credential ${credentialId} was already rotated. Rotate its successor ${previous.successorId}.`,
    );
  if (previous.revokedAt !== undefined || (previous.expiresAt !== undefined && previous.expiresAt <= now))
    throw new Refusal('conflict', `Credential ${credentialId} has expired or was revoked. Create another credential.`);
  const ends = expiresAt ?? lifetimeAgain(previous, now);
  const { subjectId, name, environmentId } = previous;
  const successor = await insertCredential(
    client,
    { subjectId, class: previous.class, environmentId, name, ...(ends && { expiresAt: ends }) },
    now,
  );
  const changed = await client.query<CredentialRow>(
    `UPDATE credentials SET successor_id = $2, expires_at = least(expires_at, $3::timestamptz), revoked_at = $4::timestamptz
     WHERE credential_id = $1 RETURNING ${COLUMNS}`,
    [
      credentialId,
      successor.credentialId,
      new Date(now.getTime() + overlapMinutes * 60_000),
      revokePreviousNow ? now : null,
    ],
  );
  return { ...successor, predecessor: changed.rows.map(credentialFromRow)[0] ?? previous };
}

function lifetimeAgain({ createdAt, expiresAt }: Credential, now: Date): Date | undefined {
  return expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime());
}

interface TokenRow {
  credential_id: string;
  subject_id: string;
  class: CredentialClass;
  token_sha256: Buffer;
  last_used_at: Date | null;
  environment_id: string | null;
  takes_stated_costs: boolean | null;
  gateway_id: string | null;
  application_id: string | null;
  workspace_id: string | null;
  organization_id: string | null;
}

async function resolveToken(pool: pg.Pool, now: Date, token: string): Promise<ResolvedCredential | undefined> {
  const locator = parseTokenLocator(token);
  if (locator === undefined) return undefined;
  const { rows } = await pool.query<TokenRow>(
    `SELECT credential_id, subject_id, class, token_sha256, last_used_at,
       environment_id, takes_stated_costs, gateway_id, application_id, workspace_id, organization_id
     FROM credentials LEFT JOIN environments USING (environment_id) LEFT JOIN gateways USING (gateway_id)
       LEFT JOIN applications USING (application_id) LEFT JOIN workspaces USING (workspace_id)
     WHERE locator = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
    [locator, now],
  );
  const row = rows[0];
  // The hash covers the prefix too, so a runtime key cannot pass as a management key.
  if (row === undefined || !timingSafeEqual(row.token_sha256, sha256(token))) return undefined;
  if (isStaleUse(row.last_used_at, now)) await markUsed(pool, row.credential_id, now).catch(ignoreUnavailableStore);
  const environment = environmentOf(row);
  return {
    credentialId: row.credential_id,
    subjectId: row.subject_id,
    class: row.class,
    ...(environment && { environment, takesStatedCosts: row.takes_stated_costs === true }),
  };
}

function environmentOf(row: TokenRow): LeafChain | undefined {
  const { environment_id, gateway_id, application_id, workspace_id, organization_id } = row;
  if (environment_id === null || gateway_id === null || application_id === null) return undefined;
  if (workspace_id === null || organization_id === null) return undefined;
  return {
    organizationId: organization_id,
    workspaceId: workspace_id,
    applicationId: application_id,
    gatewayId: gateway_id,
    environmentId: environment_id,
  };
}

/** Records the time of use. Of concurrent requests that find the same old time, only the first changes the row. */
async function markUsed(pool: pg.Pool, credentialId: string, now: Date): Promise<void> {
  await pool.query(
    `UPDATE credentials SET last_used_at = $2
     WHERE credential_id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)`,
    [credentialId, now, new Date(now.getTime() - LAST_USE_MS)],
  );
}

const COLUMNS = `credential_id, subject_id, class, environment_id, credentials.name, credentials.created_at, expires_at, revoked_at,
  last_used_at, successor_id`;

interface CredentialRow {
  credential_id: string;
  subject_id: string;
  class: CredentialClass;
  environment_id: string | null;
  name: string;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  successor_id: string | null;
}

function credentialFromRow(row: CredentialRow): Credential {
  return {
    credentialId: row.credential_id,
    subjectId: row.subject_id,
    class: row.class,
    environmentId: row.environment_id ?? undefined,
    name: row.name,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
    successorId: row.successor_id ?? undefined,
  };
}
