import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../domain/clock.ts';
import { Refusal } from '../domain/errors.ts';
import { isDangling } from './database-fault.ts';
import { newId } from './new-id.ts';
import type { Queryable } from './pool.ts';

/** Management keys speak for a subject on every lane; runtime keys belong to the data plane alone. */
export const CREDENTIAL_CLASSES = ['management', 'runtime'] as const;
export type CredentialClass = (typeof CREDENTIAL_CLASSES)[number];

const TOKEN_PREFIXES: Record<CredentialClass, string> = { management: 'ttm_', runtime: 'ttv_' };

/** Prefix, 12 digits that find the row, 64 digits (256 bits) of secret. */
const TOKEN = /^(?:ttm|ttv)_([0-9a-f]{12})[0-9a-f]{64}$/;

export interface Credential {
  readonly credentialId: string;
  readonly subjectId: string;
  readonly class: CredentialClass;
  readonly name: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

export interface NewCredential {
  readonly subjectId: string;
  readonly class: CredentialClass;
  readonly name: string;
  readonly expiresAt?: Date;
}

interface CredentialRow {
  credential_id: string;
  subject_id: string;
  class: CredentialClass;
  name: string;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
}

export interface CredentialStore {
  /** Whose a bearer token is; undefined for one that is malformed, unknown, expired or revoked. */
  resolve(token: string): Promise<{ subjectId: string; class: CredentialClass } | undefined>;
  /**
   * Makes a credential. The token is returned here and never again.
   * @throws Refusal `not_found` when there is no such subject
   */
  create(credential: NewCredential): Promise<Credential & { token: string }>;
  /** The credentials of one subject, newest first, without their tokens. */
  list(subjectId: string): Promise<Credential[]>;
  /**
   * Ends a credential at once; one that is revoked already keeps its time.
   * @throws Refusal `not_found` when there is no such credential
   */
  revoke(credentialId: string): Promise<Credential>;
}

export function createCredentialStore(pool: pg.Pool, clock: Clock): CredentialStore {
  return {
    resolve: (token) => resolveToken(pool, clock.now(), token),

    create: (credential) => insertCredential(pool, credential, clock.now()),

    async list(subjectId) {
      const { rows } = await pool.query<CredentialRow>(
        `select credential_id, subject_id, class, name, created_at, expires_at, revoked_at
         from credentials where subject_id = $1 order by created_at desc, credential_id desc`,
        [subjectId],
      );
      return rows.map(credentialFromRow);
    },

    async revoke(credentialId) {
      const { rows } = await pool.query<CredentialRow>(
        `update credentials set revoked_at = coalesce(revoked_at, $2) where credential_id = $1
         returning credential_id, subject_id, class, name, created_at, expires_at, revoked_at`,
        [credentialId, clock.now()],
      );
      const row = rows[0];
      if (row === undefined) throw new Refusal('not_found', `There is no credential ${credentialId}.`);
      return credentialFromRow(row);
    },
  };
}

/** Writes a credential on the given connection; see `CredentialStore.create`. */
export async function insertCredential(
  client: Queryable,
  credential: NewCredential,
  now: Date,
): Promise<Credential & { token: string }> {
  const locator = randomBytes(6).toString('hex');
  const token = `${TOKEN_PREFIXES[credential.class]}${locator}${randomBytes(32).toString('hex')}`;
  const made = { ...credential, expiresAt: credential.expiresAt, credentialId: newId('credential'), createdAt: now };
  try {
    await client.query(
      `insert into credentials (credential_id, subject_id, class, name, locator, token_sha256, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [made.credentialId, made.subjectId, made.class, made.name, locator, sha256(token), now, made.expiresAt ?? null],
    );
  } catch (error) {
    if (isDangling(error)) throw new Refusal('not_found', `There is no subject ${credential.subjectId}.`);
    throw error;
  }
  return { ...made, revokedAt: undefined, token };
}

async function resolveToken(
  pool: pg.Pool,
  now: Date,
  token: string,
): Promise<{ subjectId: string; class: CredentialClass } | undefined> {
  const locator = TOKEN.exec(token)?.[1];
  if (locator === undefined) return undefined;
  const { rows } = await pool.query<{ subject_id: string; class: CredentialClass; token_sha256: Buffer }>(
    `select subject_id, class, token_sha256 from credentials
     where locator = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
    [locator, now],
  );
  const row = rows[0];
  // The hash covers the prefix too, so a runtime key cannot pass as a management key.
  if (row === undefined || !timingSafeEqual(row.token_sha256, sha256(token))) return undefined;
  return { subjectId: row.subject_id, class: row.class };
}

function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function credentialFromRow(row: CredentialRow): Credential {
  return {
    credentialId: row.credential_id,
    subjectId: row.subject_id,
    class: row.class,
    name: row.name,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  };
}
