import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { Role } from '../../domain/management/roles.ts';
import { SESSION_IDLE_MS, SESSION_MS } from '../../domain/management/session-times.ts';
import { isStaleUse, LAST_USE_MS, ignoreUnavailableStore } from '../postgres/last-use.ts';
import { newId } from '../postgres/new-id.ts';
import { sha256 } from '../postgres/sha256.ts';
import { ACTING_SUBJECT } from './acting-subject.ts';
import { forgetEndedSessions } from './forget-ended-sessions.ts';

export interface ManagementSession {
  /**
   * The id of the session, of the same kind as a token's id. A login creates a session, and a cookie carries its token.
   */
  readonly sessionId: string;
  readonly userId: string;
  /** The current name of the user. The role is also the current one. */
  readonly name: string;
  readonly role: Role;
  /** True until the user replaces a one-time password. The session opens only the change of the password until then. */
  readonly mustChangePassword: boolean;
  /** The end of the session, regardless of its use. */
  readonly expiresAt: Date;
  /** The subject of the customer lane for which the user acts; absent without one. */
  readonly subjectId?: string;
  /** The provider with which the user signed on; absent for a session that began with a password. */
  readonly signOn?: SignOnConfirmation;
}

/** The provider of a user who signed on. */
export interface SignOnConfirmation {
  readonly issuer: string;
  /** The time of the last question about the user that the provider answered. */
  readonly confirmedAt: Date;
}

export interface ManagementSessionStore {
  /**
   * Starts a session for a user who has entered the password with this hash, from this network. Its token is returned
   * here and never again. Undefined if the user was removed or disabled, or the password changed meanwhile.
   */
  start(login: {
    readonly userId: string;
    readonly passwordHash: string;
    readonly network: string;
  }): Promise<(ManagementSession & { readonly token: string }) | undefined>;
  /**
   * The session of this token; undefined if the token is malformed or unknown, or the session is expired or unused for
   * too long. Postgres is queried each time, so every process refuses an ended session from the next request on.
   */
  resolve(token: string): Promise<ManagementSession | undefined>;
  /** Ends a session, if it has not ended. */
  end(sessionId: string): Promise<void>;
}

/** The form of a token: 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function createManagementSessionStore(pool: pg.Pool, clock: Clock): ManagementSessionStore {
  return {
    async start({ userId, passwordHash, network }) {
      const now = clock.now();
      await forgetEndedSessions(pool, now);
      const token = randomBytes(32).toString('base64url');
      const sessionId = newId('managementToken');
      const expiresAt = new Date(now.getTime() + SESSION_MS);
      const { rows } = await pool.query<StartedRow>(START, [
        userId,
        passwordHash,
        now,
        sessionId,
        sha256(token),
        expiresAt,
        network,
      ]);
      return rows.map(({ name, role, is_one_time: mustChangePassword, subject_id: subjectId }) => {
        const acting = subjectId === null ? {} : { subjectId };
        return { sessionId, userId, name, role, mustChangePassword, expiresAt, ...acting, token };
      })[0];
    },

    async resolve(token) {
      if (!TOKEN.test(token)) return undefined;
      const now = clock.now();
      const { rows } = await pool.query<SessionRow>(
        `SELECT session_id, user_id, name, role, one_time_until IS NOT NULL AS is_one_time, session.expires_at,
           last_used_at, issuer, confirmed_at, ${ACTING_SUBJECT} AS subject_id
         FROM management_sessions AS session JOIN management_users USING (user_id)
         WHERE token_sha256 = $1 AND last_used_at > $2 AND session.expires_at > $3 AND begun_by IS NOT NULL
           AND removed_at IS NULL AND disabled_at IS NULL`,
        [sha256(token), new Date(now.getTime() - SESSION_IDLE_MS), now],
      );
      const row = rows[0];
      if (row === undefined) return undefined;
      if (isStaleUse(row.last_used_at, now)) await markUsed(pool, row.session_id, now).catch(ignoreUnavailableStore);
      return sessionFromRow(row);
    },

    async end(sessionId) {
      await pool.query('DELETE FROM management_sessions WHERE session_id = $1', [sessionId]);
    },
  };
}

/**
 * The statement that starts a session. It locks the row of the user. A concurrent removal or change of password
 * therefore either deletes this session or prevents it.
 */
const START = `
  WITH signed_in AS (
    UPDATE management_users SET last_login_at = $3
    WHERE user_id = $1 AND password_hash = $2 AND removed_at IS NULL AND disabled_at IS NULL
      AND (one_time_until IS NULL OR one_time_until > $3)
    RETURNING user_id, name, role, one_time_until IS NOT NULL AS is_one_time, ${ACTING_SUBJECT} AS subject_id
  ), session AS (
    INSERT INTO management_sessions
      (session_id, user_id, token_sha256, created_at, last_used_at, expires_at, network, begun_by)
    SELECT $4, user_id, $5::bytea, $3, $3, $6::timestamptz, $7, 'password' FROM signed_in
  ), network AS (
    INSERT INTO management_login_networks (user_id, network, last_login_at)
    SELECT user_id, $7, $3 FROM signed_in
    ON CONFLICT (user_id, network) DO UPDATE SET last_login_at = excluded.last_login_at
  )
  SELECT name, role, is_one_time, subject_id FROM signed_in`;

async function markUsed(pool: pg.Pool, sessionId: string, now: Date): Promise<void> {
  await pool.query('UPDATE management_sessions SET last_used_at = $2 WHERE session_id = $1 AND last_used_at <= $3', [
    sessionId,
    now,
    new Date(now.getTime() - LAST_USE_MS),
  ]);
}

interface StartedRow {
  name: string;
  role: Role;
  is_one_time: boolean;
  subject_id: string | null;
}

interface SessionRow extends StartedRow {
  session_id: string;
  user_id: string;
  expires_at: Date;
  last_used_at: Date;
  issuer: string | null;
  confirmed_at: Date | null;
}

function sessionFromRow(row: SessionRow): ManagementSession {
  const { issuer, confirmed_at: confirmedAt, subject_id: subjectId } = row;
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    name: row.name,
    role: row.role,
    mustChangePassword: row.is_one_time,
    expiresAt: row.expires_at,
    ...(subjectId !== null && { subjectId }),
    ...(issuer !== null && confirmedAt !== null && { signOn: { issuer, confirmedAt } }),
  };
}
