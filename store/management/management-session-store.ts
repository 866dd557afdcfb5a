import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { KNOWN_NETWORK_MS } from '../../domain/management/login-limits.ts';
import type { Role } from '../../domain/management/roles.ts';
import { SESSION_IDLE_MS, SESSION_MS } from '../../domain/management/session-times.ts';
import { isStaleUse, LAST_USE_MS, ignoreUnavailableStore } from '../postgres/last-use.ts';
import { newId } from '../postgres/new-id.ts';

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
      await forgetEnded(pool, now);
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
      return rows.map(({ name, role, is_one_time: mustChangePassword }) => {
        return { sessionId, userId, name, role, mustChangePassword, expiresAt, token };
      })[0];
    },

    async resolve(token) {
      if (!TOKEN.test(token)) return undefined;
      const now = clock.now();
      const { rows } = await pool.query<SessionRow>(
        `SELECT session_id, user_id, name, role, one_time_until IS NOT NULL AS is_one_time, expires_at, last_used_at
         FROM management_sessions JOIN management_users USING (user_id)
         WHERE token_sha256 = $1 AND expires_at > $2 AND last_used_at > $3 AND removed_at IS NULL
           AND disabled_at IS NULL`,
        [sha256(token), now, new Date(now.getTime() - SESSION_IDLE_MS)],
      );
      const row = rows[0];
      if (row === undefined) return undefined;
      if (isStaleUse(row.last_used_at, now)) await markUsed(pool, row.session_id, now).catch(ignoreUnavailableStore);
      const { session_id: sessionId, user_id: userId, name, role, is_one_time: mustChangePassword } = row;
      return { sessionId, userId, name, role, mustChangePassword, expiresAt: row.expires_at };
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
    RETURNING user_id, name, role, one_time_until IS NOT NULL AS is_one_time
  ), session AS (
    INSERT INTO management_sessions (session_id, user_id, token_sha256, created_at, last_used_at, expires_at, network)
    SELECT $4, user_id, $5::bytea, $3, $3, $6::timestamptz, $7 FROM signed_in
  ), network AS (
    INSERT INTO management_login_networks (user_id, network, last_login_at)
    SELECT user_id, $7, $3 FROM signed_in
    ON CONFLICT (user_id, network) DO UPDATE SET last_login_at = excluded.last_login_at
  )
  SELECT name, role, is_one_time FROM signed_in`;

/** Deletes expired sessions and networks at a login. There are few of both, and nobody reads them after their end. */
async function forgetEnded(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `DELETE FROM management_sessions WHERE session_id IN (
       SELECT session_id FROM management_sessions WHERE expires_at <= $1 OR last_used_at <= $2
       FOR UPDATE SKIP LOCKED
     )`,
    [now, new Date(now.getTime() - SESSION_IDLE_MS)],
  );
  await pool.query(
    `DELETE FROM management_login_networks WHERE (user_id, network) IN (
       SELECT user_id, network FROM management_login_networks WHERE last_login_at <= $1
       FOR UPDATE SKIP LOCKED
     )`,
    [new Date(now.getTime() - KNOWN_NETWORK_MS)],
  );
}

async function markUsed(pool: pg.Pool, sessionId: string, now: Date): Promise<void> {
  await pool.query('UPDATE management_sessions SET last_used_at = $2 WHERE session_id = $1 AND last_used_at <= $3', [
    sessionId,
    now,
    new Date(now.getTime() - LAST_USE_MS),
  ]);
}

function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

interface StartedRow {
  name: string;
  role: Role;
  is_one_time: boolean;
}

interface SessionRow extends StartedRow {
  session_id: string;
  user_id: string;
  expires_at: Date;
  last_used_at: Date;
}
