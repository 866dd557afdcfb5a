import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { Role } from '../../domain/management/roles.ts';
import { CONFIRMATION_MS, SESSION_MS } from '../../domain/management/session-times.ts';
import { signOnUserName } from '../../domain/management/sign-on-user-name.ts';
import { violatesUnique } from '../postgres/database-fault.ts';
import { newId } from '../postgres/new-id.ts';
import { sha256 } from '../postgres/sha256.ts';
import { ACTING_SUBJECT } from './acting-subject.ts';
import { forgetEndedSessions } from './forget-ended-sessions.ts';
import type { ManagementSession } from './management-session-store.ts';
import { sealRefreshToken } from './seal-refresh-token.ts';

/** A user at the provider: the subject of an issuer. No other claim identifies a user. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** A user whom the provider has confirmed, and who has a role. */
export interface ConfirmedSignOn extends ProviderIdentity {
  readonly role: Role;
  /** The name that the user prefers, for lists alone. */
  readonly preferredName: string | undefined;
  readonly network: string;
  /** The time of the question to which the provider answered. */
  readonly confirmedAt: Date;
  /** Undefined if the provider issues none. The session then ends with its confirmation. */
  readonly refreshToken: string | undefined;
}

/** The sign-ons of all processes together. */
export interface SignOnStore {
  /** Marks the state of a sign-on as used until it expires. False if it was used before. */
  useState(state: string, expiresAt: Date): Promise<boolean>;
  /**
   * Starts a session of a user who signed on, and creates the user at the first sign-on. Its token is returned here and
   * never again. Undefined if the user is disabled.
   */
  start(signOn: ConfirmedSignOn): Promise<(ManagementSession & { readonly token: string }) | undefined>;
}

export function createSignOnStore(pool: pg.Pool, clock: Clock): SignOnStore {
  return {
    async useState(state, expiresAt) {
      await forgetExpiredStates(pool, clock.now());
      const { rowCount } = await pool.query(
        `INSERT INTO management_sign_on_states (state_sha256, expires_at) VALUES ($1, $2)
         ON CONFLICT (state_sha256) DO NOTHING`,
        [sha256(state), expiresAt],
      );
      return rowCount === 1;
    },

    async start(signOn) {
      const now = clock.now();
      await forgetEndedSessions(pool, now);
      try {
        return await startSession(pool, signOn, signOnUserName(signOn.preferredName), now);
      } catch (error) {
        if (!violatesUnique(error, 'management_users_name')) throw error;
        const suffix = randomBytes(4).toString('hex');
        return await startSession(pool, signOn, signOnUserName(signOn.preferredName, suffix), now);
      }
    },
  };
}

/**
 * The statement that creates or updates the user, and starts the session. It locks the row of the user, so that a
 * concurrent removal either deletes this session or makes this a new user. An older answer of the provider never
 * replaces the role of a newer one.
 */
const START = `
  WITH signed_on AS (
    INSERT INTO management_users AS known
      (user_id, name, role, issuer, provider_subject, role_confirmed_at, created_at, password_changed_at, last_login_at)
    VALUES ($1, $2, $4, $5, $6, $7::timestamptz, $3::timestamptz, $3, $3)
    ON CONFLICT (issuer, provider_subject) WHERE removed_at IS NULL DO UPDATE SET
      last_login_at = excluded.last_login_at,
      role = CASE WHEN known.role_confirmed_at > excluded.role_confirmed_at THEN known.role ELSE excluded.role END,
      role_confirmed_at = greatest(known.role_confirmed_at, excluded.role_confirmed_at)
    WHERE known.disabled_at IS NULL
    RETURNING user_id, name, role, ${ACTING_SUBJECT} AS subject_id
  ), session AS (
    INSERT INTO management_sessions (session_id, user_id, token_sha256, created_at, last_used_at, expires_at, network,
      begun_by, confirmed_at, refresh_token)
    SELECT $8, user_id, $9::bytea, $3, $3, $10::timestamptz, $11, 'sign_on', $7, $12::bytea FROM signed_on
  )
  SELECT user_id, name, role, subject_id FROM signed_on`;

interface StartedRow {
  user_id: string;
  name: string;
  role: Role;
  subject_id: string | null;
}

async function startSession(
  pool: pg.Pool,
  { issuer, subject, role, network, confirmedAt, refreshToken }: ConfirmedSignOn,
  userName: string,
  now: Date,
): Promise<(ManagementSession & { readonly token: string }) | undefined> {
  const token = randomBytes(32).toString('base64url');
  const sessionId = newId('managementToken');
  const expiresAt =
    refreshToken === undefined
      ? new Date(confirmedAt.getTime() + CONFIRMATION_MS)
      : new Date(now.getTime() + SESSION_MS);
  const sealed = refreshToken === undefined ? null : sealRefreshToken(token, refreshToken);
  const { rows } = await pool.query<StartedRow>(START, [
    ...[newId('managementUser'), userName, now, role, issuer, subject, confirmedAt],
    ...[sessionId, sha256(token), expiresAt, network, sealed],
  ]);
  return rows.map((row) => ({
    sessionId,
    userId: row.user_id,
    name: row.name,
    role: row.role,
    mustChangePassword: false,
    expiresAt,
    ...(row.subject_id !== null && { subjectId: row.subject_id }),
    signOn: { issuer, confirmedAt },
    token,
  }))[0];
}

/** Deletes expired states, except locked ones, so that no sign-on waits here. */
async function forgetExpiredStates(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `DELETE FROM management_sign_on_states WHERE state_sha256 IN (
       SELECT state_sha256 FROM management_sign_on_states WHERE expires_at <= $1 ORDER BY expires_at LIMIT 100
       FOR UPDATE SKIP LOCKED
     )`,
    [now],
  );
}
