import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { KNOWN_NETWORK_MS } from '../../domain/management/login-limits.ts';
import type { Role } from '../../domain/management/roles.ts';
import { violatesUnique } from '../postgres/database-fault.ts';
import { newId } from '../postgres/new-id.ts';
import { inTransaction } from '../postgres/pool.ts';
import {
  forgetLogins,
  lockAdmins,
  type ManagementUser,
  nameTaken,
  requireAnotherAdmin,
  requirePasswordUser,
  USER_COLUMNS,
  userFromRow,
  type UserRow,
} from './user-rows.ts';

/** The facts about a user that a login is checked against. */
export interface LoginUser {
  readonly userId: string;
  readonly passwordHash: string;
  /** True if the user has logged in from this network before. */
  readonly isKnownNetwork: boolean;
}

export interface ManagementUserStore {
  /** @throws Refusal `conflict` if there is a user of this name */
  add(user: { readonly name: string; readonly role: Role; readonly passwordHash: string }): Promise<ManagementUser>;
  /** The users by name. With `withRemoved`, the removed users follow, last removed first. */
  list(options: { readonly withRemoved: boolean }): Promise<ManagementUser[]>;
  /**
   * Changes the role of a user, which applies from the next request of each session.
   * @throws Refusal `not_found`, and `conflict` for the last admin and for a user who signs on
   */
  setRole(name: string, role: Role): Promise<ManagementUser>;
  /**
   * Changes the password, ends every session of the user, and forgets the networks of earlier logins.
   * @throws Refusal `not_found`, and `conflict` for a user who signs on
   */
  setPassword(name: string, passwordHash: string): Promise<ManagementUser>;
  /**
   * Disables the user, ends every session and suspends the tokens of the user. A disabled user keeps the time.
   * @throws Refusal `not_found`, and `conflict` for the last admin
   */
  disable(name: string): Promise<ManagementUser>;
  /**
   * Lets a disabled user log in again, and ends the suspension of the tokens.
   * @throws Refusal `not_found`
   */
  enable(name: string): Promise<ManagementUser>;
  /**
   * Removes the user: deletes the password and ends every session. The row stays.
   * @throws Refusal `not_found`, and `conflict` for the last admin
   */
  remove(name: string): Promise<ManagementUser>;
  /**
   * The user who may log in under a name; undefined if no such user exists, the user is disabled, or the one-time
   * password has expired.
   */
  findForLogin(name: string, network: string): Promise<LoginUser | undefined>;
  /** Replaces the hash of an unchanged password, unless the password has changed meanwhile. Sessions continue. */
  rehash(userId: string, from: string, to: string): Promise<void>;
}

export function createManagementUserStore(pool: pg.Pool, clock: Clock): ManagementUserStore {
  return {
    async add({ name, role, passwordHash }) {
      const userId = newId('managementUser');
      const createdAt = clock.now();
      try {
        await pool.query(
          `INSERT INTO management_users (user_id, name, role, password_hash, created_at, password_changed_at)
           VALUES ($1, $2, $3, $4, $5, $5)`,
          [userId, name, role, passwordHash, createdAt],
        );
      } catch (error) {
        throw violatesUnique(error, 'management_users_name') ? nameTaken(name) : error;
      }
      const unset = { lastLoginAt: undefined, disabledAt: undefined, oneTimeUntil: undefined, removedAt: undefined };
      return { userId, name, role, createdAt, passwordChangedAt: createdAt, ...unset };
    },

    async list({ withRemoved }) {
      const { rows } = await pool.query<UserRow>(
        `SELECT ${USER_COLUMNS} FROM management_users WHERE $1 OR removed_at IS NULL
         ORDER BY removed_at DESC NULLS FIRST, name, user_id`,
        [withRemoved],
      );
      return rows.map(userFromRow);
    },

    setRole: (name, role) =>
      inTransaction(pool, async (client) => {
        await requirePasswordUser(client, { name });
        if (role !== 'admin') requireAnotherAdmin(await lockAdmins(client), (admin) => admin.name === name);
        const { rows } = await client.query<UserRow>(
          `UPDATE management_users SET role = $2 WHERE name = $1 AND removed_at IS NULL RETURNING ${USER_COLUMNS}`,
          [name, role],
        );
        return foundUser(rows, name);
      }),

    setPassword: (name, passwordHash) =>
      inTransaction(pool, async (client) => {
        await requirePasswordUser(client, { name });
        const { rows } = await client.query<UserRow>(
          `UPDATE management_users SET password_hash = $2, password_changed_at = $3, one_time_until = NULL
           WHERE name = $1 AND removed_at IS NULL RETURNING ${USER_COLUMNS}`,
          [name, passwordHash, clock.now()],
        );
        const user = foundUser(rows, name);
        await forgetLogins(client, user.userId);
        return user;
      }),

    ...changeAccess(pool, clock),

    findForLogin: (name, network) => findLoginUser(pool, { name, network, now: clock.now() }),

    async rehash(...change) {
      await pool.query(
        'UPDATE management_users SET password_hash = $3 WHERE user_id = $1 AND password_hash = $2',
        change,
      );
    },
  };
}

/** The changes that end the access of a user, or restore it. */
function changeAccess(pool: pg.Pool, clock: Clock): Pick<ManagementUserStore, 'disable' | 'enable' | 'remove'> {
  return {
    disable: (name) =>
      inTransaction(pool, async (client) => {
        requireAnotherAdmin(await lockAdmins(client), (admin) => admin.name === name);
        const { rows } = await client.query<UserRow>(
          `UPDATE management_users SET disabled_at = coalesce(disabled_at, $2)
           WHERE name = $1 AND removed_at IS NULL RETURNING ${USER_COLUMNS}`,
          [name, clock.now()],
        );
        const user = foundUser(rows, name);
        await forgetLogins(client, user.userId);
        return user;
      }),

    async enable(name) {
      const { rows } = await pool.query<UserRow>(
        `UPDATE management_users SET disabled_at = NULL
         WHERE name = $1 AND removed_at IS NULL RETURNING ${USER_COLUMNS}`,
        [name],
      );
      return foundUser(rows, name);
    },

    remove: (name) =>
      inTransaction(pool, async (client) => {
        requireAnotherAdmin(await lockAdmins(client), (admin) => admin.name === name);
        const { rows } = await client.query<UserRow>(
          `UPDATE management_users SET password_hash = NULL, removed_at = $2
           WHERE name = $1 AND removed_at IS NULL RETURNING ${USER_COLUMNS}`,
          [name, clock.now()],
        );
        const user = foundUser(rows, name);
        await forgetLogins(client, user.userId);
        return user;
      }),
  };
}

function foundUser(rows: readonly UserRow[], name: string): ManagementUser {
  const user = rows.map(userFromRow)[0];
  if (user === undefined) throw new Refusal('not_found', `There is no user ${name}. Check the name.`);
  return user;
}

async function findLoginUser(
  pool: pg.Pool,
  { name, network, now }: { readonly name: string; readonly network: string; readonly now: Date },
): Promise<LoginUser | undefined> {
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
}
