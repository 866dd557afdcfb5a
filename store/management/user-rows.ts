import { Refusal } from '../../domain/kernel/errors.ts';
import type { Role } from '../../domain/management/roles.ts';
import type { Queryable } from '../postgres/pool.ts';

export interface ManagementUser {
  readonly userId: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly passwordChangedAt: Date;
  /** The time of the last login; undefined before the first. */
  readonly lastLoginAt: Date | undefined;
  /** The time since which the user cannot log in; undefined for an enabled user. */
  readonly disabledAt: Date | undefined;
  /** The end of a one-time password; undefined if the user has chosen the password. */
  readonly oneTimeUntil: Date | undefined;
  readonly removedAt: Date | undefined;
}

export const USER_COLUMNS =
  'user_id, name, role, created_at, password_changed_at, last_login_at, disabled_at, one_time_until, removed_at';

export interface UserRow {
  user_id: string;
  name: string;
  role: Role;
  created_at: Date;
  password_changed_at: Date;
  last_login_at: Date | null;
  disabled_at: Date | null;
  one_time_until: Date | null;
  removed_at: Date | null;
}

export function userFromRow(row: UserRow): ManagementUser {
  return {
    userId: row.user_id,
    name: row.name,
    role: row.role,
    createdAt: row.created_at,
    passwordChangedAt: row.password_changed_at,
    lastLoginAt: row.last_login_at ?? undefined,
    disabledAt: row.disabled_at ?? undefined,
    oneTimeUntil: row.one_time_until ?? undefined,
    removedAt: row.removed_at ?? undefined,
  };
}

export function nameTaken(name: string): Refusal {
  return new Refusal('conflict', `A user with the name ${name} already exists. Choose another name.`);
}

/** An admin who can log in. */
type AdminRow = Pick<UserRow, 'user_id' | 'name' | 'one_time_until'>;

/**
 * The admins who can log in. Their rows stay locked until the end of the transaction. If two callers remove the last
 * two admins concurrently, the second waits here for the first, and then finds only one.
 */
export async function lockAdmins(client: Queryable): Promise<readonly AdminRow[]> {
  const { rows } = await client.query<AdminRow>(
    `SELECT user_id, name, one_time_until FROM management_users
     WHERE role = 'admin' AND removed_at IS NULL AND disabled_at IS NULL ORDER BY user_id FOR UPDATE`,
  );
  return rows;
}

/**
 * Requires another admin than the one who is about to lose the role or the access. An admin with a one-time password
 * does not count, because nobody may ever use that password.
 * @throws Refusal `conflict` if this user is the last admin
 */
export function requireAnotherAdmin(admins: readonly AdminRow[], isLosing: (admin: AdminRow) => boolean): void {
  const losing = admins.find(isLosing);
  if (losing === undefined || admins.some((admin) => admin !== losing && admin.one_time_until === null)) return;
  throw new Refusal(
    'conflict',
    `The user ${losing.name} is the last admin. Give another user the role \`admin\` first.`,
  );
}

/**
 * Deletes the sessions of a user after the user's row was changed. A concurrent login either waits for the row, or its
 * session already exists.
 */
export async function forgetLogins(client: Queryable, userId: string): Promise<void> {
  await client.query('DELETE FROM management_sessions WHERE user_id = $1', [userId]);
  await client.query('DELETE FROM management_login_networks WHERE user_id = $1', [userId]);
}
