import { checkNewPassword } from '../../domain/management/check-new-password.ts';
import { ROLES } from '../../domain/management/roles.ts';
import { MAX_USER_NAME, USER_NAME_PATTERN } from '../../domain/management/user-name.ts';
import type { LoadCommonPasswords } from '../../store/management/load-common-passwords.ts';
import type { PasswordHasher } from '../../store/management/password-hasher.ts';
import type { SubjectBindingStore } from '../../store/management/subject-binding-store.ts';
import type { UserAdministrationStore } from '../../store/management/user-administration-store.ts';
import type { ManagementUser } from '../../store/management/user-rows.ts';
import { UsageFault } from '../../runtime/commands/usage-fault.ts';
import { defineCommand, type Command, type CommandRow } from './command.ts';
import { anyText, flag, idOption, withPurpose, oneOf, optional, type Option } from './options.ts';

/** The ports of the commands for users of the management plane. */
export interface UserCommandPorts {
  readonly users: Pick<
    UserAdministrationStore,
    'create' | 'list' | 'idOf' | 'changeRole' | 'resetPassword' | 'disable' | 'enable' | 'remove'
  >;
  readonly subjectBindings: Pick<SubjectBindingStore, 'bindByName' | 'unbind'>;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
  readonly loadCommonPasswords: LoadCommonPasswords;
  /** Reads a password from the file, or else from standard input. A password is never part of a command line. */
  readonly readPassword: (file: string | undefined) => Promise<string>;
}

const PASSWORD_FILE = withPurpose('by default, a prompt or standard input', optional(aPath()));

/** Commands that add, show, change and remove users of the management plane, by `<noun> <verb>`. */
export const USER_COMMANDS: Readonly<Record<string, Command<UserCommandPorts>>> = {
  'user add': defineCommand({
    summary: 'adds a user of the management plane, who logs in with a password',
    options: { name: aUserName(), role: oneOf(ROLES), 'password-file': PASSWORD_FILE },
    async run(ports, { name, role, 'password-file': file }) {
      const passwordHash = await newHash(ports, name, file);
      return [userRow(await ports.users.create({ name, role, passwordHash, oneTimeUntil: undefined }))];
    },
  }),
  'user list': defineCommand({
    summary: 'lists the users of the management plane',
    options: { all: flag('also lists removed users') },
    run: async ({ users }, { all }) => (await users.list({ withRemoved: all })).map(userRow),
  }),
  'user set-role': defineCommand({
    summary: 'changes the role of a user, from the next request on',
    options: { name: aUserName(), role: oneOf(ROLES) },
    run: async ({ users }, { name, role }) => [
      userRow(await users.changeRole(await users.idOf(name), role, undefined)),
    ],
  }),
  'user set-password': defineCommand({
    summary: 'sets a new password, and ends the sessions of the user',
    options: { name: aUserName(), 'password-file': PASSWORD_FILE },
    async run(ports, { name, 'password-file': file }) {
      const given = { passwordHash: await newHash(ports, name, file), oneTimeUntil: undefined };
      return [userRow(await ports.users.resetPassword(await ports.users.idOf(name), given, undefined))];
    },
  }),
  'user bind': defineCommand({
    summary: 'lets a user act for a subject of the customer lane, by the session of the user',
    options: { name: aUserName(), subject: idOption('subject') },
    run: async ({ subjectBindings }, { name, subject }) => [userRow(await subjectBindings.bindByName(name, subject))],
  }),
  'user unbind': defineCommand({
    summary: 'ends that a user acts for a subject',
    options: { name: aUserName() },
    run: async ({ subjectBindings }, { name }) => [userRow(await subjectBindings.unbind({ name }))],
  }),
  'user disable': defineCommand({
    summary: 'ends the sessions of a user and suspends the tokens, until the user is enabled',
    options: { name: aUserName() },
    run: async ({ users }, { name }) => [userRow(await users.disable(await users.idOf(name), undefined))],
  }),
  'user enable': defineCommand({
    summary: 'lets a disabled user log in again, and ends the suspension of the tokens',
    options: { name: aUserName() },
    run: async ({ users }, { name }) => [userRow(await users.enable(await users.idOf(name)))],
  }),
  'user remove': defineCommand({
    summary: 'removes a user, and ends the sessions of the user',
    options: { name: aUserName() },
    run: async ({ users }, { name }) => [userRow(await users.remove(await users.idOf(name), undefined))],
  }),
};

/**
 * Reads and hashes a new password of a user.
 * @throws UsageFault if the password is too short, too long or easy to guess
 */
async function newHash(
  { passwords, readPassword, loadCommonPasswords }: UserCommandPorts,
  name: string,
  file: string | undefined,
): Promise<string> {
  const text = await readPassword(file);
  const checked = checkNewPassword(text, { name, isListed: await loadCommonPasswords() });
  if ('fault' in checked) throw new UsageFault(checked.fault);
  return passwords.hash(checked.password);
}

function aUserName(): Option<string> {
  const form = new RegExp(USER_NAME_PATTERN);
  return {
    form: `1 to ${MAX_USER_NAME} lowercase letters, digits and . _ @ -, starting with a letter or digit`,
    accept: (text) => (text.length <= MAX_USER_NAME && form.test(text) ? text : undefined),
  };
}

function aPath(): Option<string> {
  return anyText('the path of a file whose first line is the password');
}

function userRow(user: ManagementUser): CommandRow {
  return {
    user_id: user.userId,
    name: user.name,
    role: user.role,
    created_at: user.createdAt.toISOString(),
    password_changed_at: user.passwordChangedAt.toISOString(),
    ...(user.issuer !== undefined && { issuer: user.issuer }),
    ...(user.subjectId !== undefined && { subject_id: user.subjectId }),
    ...(user.lastLoginAt && { last_login_at: user.lastLoginAt.toISOString() }),
    ...(user.disabledAt && { disabled_at: user.disabledAt.toISOString() }),
    ...(user.oneTimeUntil && { one_time_until: user.oneTimeUntil.toISOString() }),
    ...(user.removedAt && { removed_at: user.removedAt.toISOString() }),
  };
}
