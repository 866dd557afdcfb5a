import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { notFound, Refusal } from '../../domain/kernel/errors.ts';
import type { Role } from '../../domain/management/roles.ts';
import { violatesUnique } from '../postgres/database-fault.ts';
import { newId } from '../postgres/new-id.ts';
import type { PageKey } from '../postgres/page-key.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';
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

/** A password that an administrator assigns to a user. */
export interface AssignedPassword {
  readonly passwordHash: string;
  /** The end of a one-time password, which the user has to replace; undefined for a password that stays. */
  readonly oneTimeUntil: Date | undefined;
}

/**
 * The administration of users by their ids. `byUserId` is the user who calls, or whose token calls. It is undefined for
 * a token without a user. Changes of admins require that this user is still an admin, because another admin may have
 * changed that since the request began.
 */
export interface UserAdministrationStore {
  /** The users, newest first, at most `limit`; removed users only with `withRemoved`. */
  page(input: { withRemoved: boolean; limit: number; after: PageKey | undefined }): Promise<ManagementUser[]>;
  /** The users by name. With `withRemoved`, the removed users follow, last removed first. */
  list(options: { readonly withRemoved: boolean }): Promise<ManagementUser[]>;
  /**
   * The id of the user who has a name now.
   * @throws Refusal `not_found`
   */
  idOf(name: string): Promise<string>;
  /** A user, also a removed one; undefined if the id is unknown. */
  find(userId: string): Promise<ManagementUser | undefined>;
  /** @throws Refusal `conflict` if a user has this name */
  create(user: { readonly name: string; readonly role: Role } & AssignedPassword): Promise<ManagementUser>;
  /**
   * Changes the role, which applies from the next request of each session and token.
   * @throws Refusal `not_found`; `conflict` for the last admin, and for a user who signs on; `forbidden` if the caller
   * is no admin any more
   */
  changeRole(userId: string, role: Role, byUserId: string | undefined): Promise<ManagementUser>;
  /**
   * Disables a user and ends the sessions. A disabled user keeps the time of the first call.
   * @throws Refusal `not_found`; `conflict` for the last admin; `forbidden` if the caller is no admin any more
   */
  disable(userId: string, byUserId: string | undefined): Promise<ManagementUser>;
  /** @throws Refusal `not_found` */
  enable(userId: string): Promise<ManagementUser>;
  /**
   * Removes a user: deletes the password and ends every session. The row stays. A removed user keeps the time.
   * @throws Refusal `not_found`; `conflict` for the last admin; `forbidden` if the caller is no admin any more
   */
  remove(userId: string, byUserId: string | undefined): Promise<ManagementUser>;
  /**
   * Replaces the password with a given one, ends every session, and forgets the networks of earlier logins.
   * @throws Refusal `not_found`; `conflict` for a one-time password of the last admin, and for a user who signs on
   */
  resetPassword(userId: string, given: AssignedPassword, byUserId: string | undefined): Promise<ManagementUser>;
  /**
   * Replaces a password with one that its user chose, ends every session, and forgets the networks of earlier logins.
   * False if the password changed, or the user was removed or disabled, since the password was checked.
   */
  choosePassword(userId: string, from: string, to: string): Promise<boolean>;
}

export function createUserAdministrationStore(pool: pg.Pool, clock: Clock): UserAdministrationStore {
  return {
    ...readUsers(pool),

    create: (user) => insertUser(pool, user, clock.now()),

    changeRole: (userId, role, byUserId) =>
      inTransaction(pool, async (client) => {
        await lockForChange(client, { userId, byUserId, losesAdmin: role !== 'admin' });
        await requirePasswordUser(client, userId);
        const { rows } = await client.query<UserRow>(
          `UPDATE management_users SET role = $2 WHERE user_id = $1 AND removed_at IS NULL RETURNING ${USER_COLUMNS}`,
          [userId, role],
        );
        return foundRow(rows);
      }),

    disable: (userId, byUserId) =>
      inTransaction(pool, async (client) => {
        await lockForChange(client, { userId, byUserId, losesAdmin: true });
        const { rows } = await client.query<UserRow>(
          `UPDATE management_users SET disabled_at = coalesce(disabled_at, $2)
           WHERE user_id = $1 AND removed_at IS NULL RETURNING ${USER_COLUMNS}`,
          [userId, clock.now()],
        );
        const user = foundRow(rows);
        await forgetLogins(client, userId);
        return user;
      }),

    async enable(userId) {
      const { rows } = await pool.query<UserRow>(
        `UPDATE management_users SET disabled_at = NULL
         WHERE user_id = $1 AND removed_at IS NULL RETURNING ${USER_COLUMNS}`,
        [userId],
      );
      return foundRow(rows);
    },

    remove: (userId, byUserId) =>
      inTransaction(pool, async (client) => {
        await lockForChange(client, { userId, byUserId, losesAdmin: true });
        const { rows } = await client.query<UserRow>(
          `UPDATE management_users SET password_hash = NULL, one_time_until = NULL, removed_at = coalesce(removed_at, $2)
           WHERE user_id = $1 RETURNING ${USER_COLUMNS}`,
          [userId, clock.now()],
        );
        const user = foundRow(rows);
        await forgetLogins(client, userId);
        return user;
      }),

    resetPassword: (userId, { passwordHash, oneTimeUntil }, byUserId) =>
      inTransaction(pool, async (client) => {
        await lockForChange(client, { userId, byUserId, losesAdmin: oneTimeUntil !== undefined });
        await requirePasswordUser(client, userId);
        const { rows } = await client.query<UserRow>(
          `UPDATE management_users SET password_hash = $2, one_time_until = $3, password_changed_at = $4
           WHERE user_id = $1 AND removed_at IS NULL RETURNING ${USER_COLUMNS}`,
          [userId, passwordHash, oneTimeUntil ?? null, clock.now()],
        );
        const user = foundRow(rows);
        await forgetLogins(client, userId);
        return user;
      }),

    choosePassword: (userId, from, to) =>
      inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          `UPDATE management_users SET password_hash = $3, one_time_until = NULL, password_changed_at = $4
           WHERE user_id = $1 AND password_hash = $2 AND removed_at IS NULL AND disabled_at IS NULL
             AND (one_time_until IS NULL OR one_time_until > $4)`,
          [userId, from, to, clock.now()],
        );
        if (rowCount === 0) return false;
        await forgetLogins(client, userId);
        return true;
      }),
  };
}

function readUsers(pool: pg.Pool): Pick<UserAdministrationStore, 'page' | 'list' | 'idOf' | 'find'> {
  return {
    async list({ withRemoved }) {
      const { rows } = await pool.query<UserRow>(
        `SELECT ${USER_COLUMNS} FROM management_users WHERE $1 OR removed_at IS NULL
         ORDER BY removed_at DESC NULLS FIRST, name, user_id`,
        [withRemoved],
      );
      return rows.map(userFromRow);
    },

    async idOf(name) {
      const { rows } = await pool.query<{ user_id: string }>(
        'SELECT user_id FROM management_users WHERE name = $1 AND removed_at IS NULL',
        [name],
      );
      const row = rows[0];
      if (row === undefined) throw notFound(`There is no user ${name}. Check the name.`);
      return row.user_id;
    },

    async page({ withRemoved, limit, after }) {
      const { rows } = await pool.query<UserRow>(
        `SELECT ${USER_COLUMNS} FROM management_users
         WHERE ($1 OR removed_at IS NULL) AND (created_at, user_id) < ($2::timestamptz, $3)
         ORDER BY created_at DESC, user_id DESC LIMIT $4`,
        [withRemoved, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map(userFromRow);
    },

    async find(userId) {
      const { rows } = await pool.query<UserRow>(`SELECT ${USER_COLUMNS} FROM management_users WHERE user_id = $1`, [
        userId,
      ]);
      return rows.map(userFromRow)[0];
    },
  };
}

async function insertUser(
  pool: pg.Pool,
  { name, role, passwordHash, oneTimeUntil }: Parameters<UserAdministrationStore['create']>[0],
  now: Date,
): Promise<ManagementUser> {
  try {
    const { rows } = await pool.query<UserRow>(
      `INSERT INTO management_users (user_id, name, role, password_hash, one_time_until, created_at, password_changed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING ${USER_COLUMNS}`,
      [newId('managementUser'), name, role, passwordHash, oneTimeUntil ?? null, now],
    );
    return userFromRow(requireRow(rows));
  } catch (error) {
    throw violatesUnique(error, 'management_users_name') ? nameTaken(name) : error;
  }
}

/**
 * Locks the admins, and checks that the caller is still one of them and that another admin remains.
 * @throws Refusal `forbidden`, or `conflict` for the last admin
 */
async function lockForChange(
  client: Queryable,
  change: { readonly userId: string; readonly byUserId: string | undefined; readonly losesAdmin: boolean },
): Promise<void> {
  const { userId, byUserId, losesAdmin } = change;
  const admins = await lockAdmins(client);
  if (byUserId !== undefined && !admins.some((admin) => admin.user_id === byUserId)) {
    throw new Refusal('forbidden', 'You are not an admin any more, so nothing was changed. Ask another admin.');
  }
  if (losesAdmin) requireAnotherAdmin(admins, (admin) => admin.user_id === userId);
}

function foundRow(rows: readonly UserRow[]): ManagementUser {
  const user = rows.map(userFromRow)[0];
  if (user === undefined) throw notFound('There is no user with this id. Use an id from the list of users.');
  return user;
}
