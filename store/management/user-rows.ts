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
  /** The issuer of the provider with which the user signs on; absent for a user with a password. */
  readonly issuer?: string;
  /** The subject of the customer lane for which the user acts; absent without one. */
  readonly subjectId?: string;
}

export const USER_COLUMNS = `
  user_id, name, role, created_at, password_changed_at, last_login_at, disabled_at, one_time_until, removed_at, issuer,
  subject_id`;

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
  issuer: string | null;
  subject_id: string | null;
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
    ...(row.issuer !== null && { issuer: row.issuer }),
    ...(row.subject_id !== null && { subjectId: row.subject_id }),
  };
}

export function nameTaken(name: string): Refusal {
  return new Refusal('conflict', `A user with the name ${name} already exists. Choose another name.`);
}

/** An admin who can log in. */
type AdminRow = Pick<UserRow, 'user_id' | 'name' | 'one_time_until' | 'issuer'>;

/**
 * The admins who can log in. Their rows stay locked until the end of the transaction. If two callers remove the last
 * two admins concurrently, the second waits here for the first, and then finds only one.
 */
export async function lockAdmins(client: Queryable): Promise<readonly AdminRow[]> {
  const { rows } = await client.query<AdminRow>(
    `SELECT user_id, name, one_time_until, issuer FROM management_users
     WHERE role = 'admin' AND removed_at IS NULL AND disabled_at IS NULL ORDER BY user_id FOR UPDATE`,
  );
  return rows;
}

/**
 * Requires another admin than the one who is about to lose the role or the access. An admin with a one-time password
 * does not count, because nobody may ever use that password. An admin who signs on does not count either, because the
 * provider may not answer; losing such an admin never needs another one.
 * @throws Refusal `conflict` if this user is the last admin
 */
export function requireAnotherAdmin(admins: readonly AdminRow[], isLosing: (admin: AdminRow) => boolean): void {
  const losing = admins.find(isLosing);
  if (losing === undefined || losing.issuer !== null) return;
  if (admins.some((admin) => admin !== losing && admin.one_time_until === null && admin.issuer === null)) return;
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

/**
 * Requires that a user has a password. The sign-on provider alone decides the roles of its users, and they have no
 * password here.
 * @throws Refusal `conflict`
 */
export async function requirePasswordUser(client: Queryable, userId: string): Promise<void> {
  const { rows } = await client.query<{ user_id: string }>(
    `SELECT user_id FROM management_users WHERE user_id = $1 AND issuer IS NOT NULL AND removed_at IS NULL`,
    [userId],
  );
  if (rows.length === 0) return;
  throw new Refusal(
    'conflict',
    'This user signs on with the OpenID provider, which decides the role. Change it there, or disable the user here.',
  );
}
