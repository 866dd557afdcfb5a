import type pg from 'pg';
import { KNOWN_NETWORK_MS } from '../../domain/management/login-limits.ts';
import { SESSION_IDLE_MS } from '../../domain/management/session-times.ts';

/** Deletes expired sessions and networks at a login. There are few of both, and nothing reads them after their end. */
export async function forgetEndedSessions(pool: pg.Pool, now: Date): Promise<void> {
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
