import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { SESSION_IDLE_MS } from '../../domain/management/session-times.ts';
import type { PageKey } from '../postgres/page-key.ts';

/** A session as an administrator sees it. */
export interface ListedSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly name: string;
  readonly createdAt: Date;
  /** The last use, to the minute. */
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** The network of the login; undefined for a session from before networks were stored. */
  readonly network: string | undefined;
}

/** The administration of sessions. A session without further use, and that of a removed user, counts as ended. */
export interface SessionAdministrationStore {
  /** The sessions, of one user or of all users, newest first, at most `limit`. */
  page(input: { userId: string | undefined; limit: number; after: PageKey | undefined }): Promise<ListedSession[]>;
  /** Ends a session, of this user or of any user. False if there is no such session. */
  end(sessionId: string, userId: string | undefined): Promise<boolean>;
  /** Ends all sessions of a user. The result is their number. */
  endAll(userId: string): Promise<number>;
}

export function createSessionAdministrationStore(pool: pg.Pool, clock: Clock): SessionAdministrationStore {
  return {
    async page({ userId, limit, after }) {
      const now = clock.now();
      const { rows } = await pool.query<ListedSessionRow>(
        `SELECT session_id, user_id, name, session.created_at, last_used_at, expires_at, network
         FROM management_sessions AS session JOIN management_users USING (user_id)
         WHERE ($1::text IS NULL OR user_id = $1) AND expires_at > $2 AND last_used_at > $3 AND begun_by IS NOT NULL
           AND removed_at IS NULL AND disabled_at IS NULL AND (session.created_at, session_id) < ($4::timestamptz, $5)
         ORDER BY session.created_at DESC, session_id DESC LIMIT $6`,
        [
          userId ?? null,
          now,
          new Date(now.getTime() - SESSION_IDLE_MS),
          after?.createdAt ?? 'infinity',
          after?.id ?? '',
          limit,
        ],
      );
      return rows.map(listedSessionFromRow);
    },

    async end(sessionId, userId) {
      const { rowCount } = await pool.query(
        'DELETE FROM management_sessions WHERE session_id = $1 AND ($2::text IS NULL OR user_id = $2)',
        [sessionId, userId ?? null],
      );
      return rowCount === 1;
    },

    async endAll(userId) {
      const { rowCount } = await pool.query('DELETE FROM management_sessions WHERE user_id = $1', [userId]);
      return rowCount ?? 0;
    },
  };
}

interface ListedSessionRow {
  session_id: string;
  user_id: string;
  name: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  network: string | null;
}

function listedSessionFromRow(row: ListedSessionRow): ListedSession {
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    network: row.network ?? undefined,
  };
}
