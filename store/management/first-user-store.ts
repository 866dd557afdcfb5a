import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { newId } from '../postgres/new-id.ts';
import type { IssuedPassword } from './one-time-passwords.ts';

/** The first user of an installation. */
interface FirstUserStore {
  /** True if the installation has or had a user. */
  hasUsers(): Promise<boolean>;
  /** Creates an admin if there has never been a user. False if there was one, also for the second of two callers. */
  create(name: string, issued: IssuedPassword): Promise<boolean>;
}

export function createFirstUserStore(pool: pg.Pool, clock: Clock): FirstUserStore {
  return {
    async hasUsers() {
      const { rows } = await pool.query<{ user_id: string }>('SELECT user_id FROM management_users LIMIT 1');
      return rows.length > 0;
    },

    async create(name, { passwordHash, oneTimeUntil }) {
      const { rowCount } = await pool.query(
        `INSERT INTO management_users (user_id, name, role, password_hash, one_time_until, created_at, password_changed_at)
         SELECT $1, $2, 'admin', $3, $4::timestamptz, $5::timestamptz, $5
         WHERE NOT EXISTS (SELECT FROM management_users)
         ON CONFLICT (name) WHERE removed_at IS NULL DO NOTHING`,
        [newId('managementUser'), name, passwordHash, oneTimeUntil, clock.now()],
      );
      return rowCount === 1;
    },
  };
}
