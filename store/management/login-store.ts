import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { KNOWN_NETWORK_MS } from '../../domain/management/login-limits.ts';

/** The facts about a user that a login is checked against. */
export interface LoginUser {
  readonly userId: string;
  readonly passwordHash: string;
  /** True if the user has logged in from this network before. */
  readonly isKnownNetwork: boolean;
}

export interface LoginStore {
  /**
   * The user who may log in under a name; undefined if no such user exists, the user is disabled, or the one-time
   * password has expired.
   */
  findForLogin(name: string, network: string): Promise<LoginUser | undefined>;
  /** Replaces the hash of an unchanged password, unless the password has changed meanwhile. Sessions continue. */
  rehash(userId: string, from: string, to: string): Promise<void>;
}

export function createLoginStore(pool: pg.Pool, clock: Clock): LoginStore {
  return {
    async findForLogin(name, network) {
      const now = clock.now();
      const { rows } = await pool.query<{ user_id: string; password_hash: string | null; is_known: boolean }>(
        `SELECT user_id, password_hash, EXISTS (
           SELECT 1 FROM management_login_networks AS known
           WHERE known.user_id = management_users.user_id AND known.network = $2 AND known.last_login_at > $3
         ) AS is_known
         FROM management_users WHERE name = $1 AND removed_at IS NULL AND disabled_at IS NULL
           AND (one_time_until IS NULL OR one_time_until > $4)`,
        [name, network, new Date(now.getTime() - KNOWN_NETWORK_MS), now],
      );
      const row = rows[0];
      if (row === undefined || row.password_hash === null) return undefined;
      return { userId: row.user_id, passwordHash: row.password_hash, isKnownNetwork: row.is_known };
    },

    async rehash(...change) {
      await pool.query(
        'UPDATE management_users SET password_hash = $3 WHERE user_id = $1 AND password_hash = $2',
        change,
      );
    },
  };
}
