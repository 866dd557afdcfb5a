import { afterAll, beforeAll, expect, it } from 'vitest';
import { USER_COMMANDS } from '../../../operator/commands/user-commands.ts';
import type { CommandRow } from '../../../operator/commands/command.ts';
import { loadCommonPasswords } from '../../../store/management/load-common-passwords.ts';
import { createUserAdministrationStore } from '../../../store/management/user-administration-store.ts';
import { createSubjectBindingStore } from '../../../store/management/subject-binding-store.ts';
import { createNamedUsers } from '../../../testing/store/named-users.ts';
import { createPasswordHasher } from '../../../store/management/password-hasher.ts';
import { openStoreWorld, type StoreWorld } from '../../../testing/store/store-world.ts';

let world: StoreWorld;
const passwords = createPasswordHasher();
beforeAll(async () => {
  world = await openStoreWorld('2026-03-02T08:00:00.000Z');
});
afterAll(() => world.close());

const users = () => createNamedUsers(world.pool, world.clock);

/** Runs a command. `typed` is the content of the file, or of standard input. */
function run(command: string, options: Record<string, string>, typed = ''): Promise<readonly CommandRow[]> {
  const readPassword = (file: string | undefined) => Promise.resolve(`${typed}${file ?? ''}`);
  const subjectBindings = createSubjectBindingStore(world.pool);
  const administered = createUserAdministrationStore(world.pool, world.clock);
  const ports = { users: administered, subjectBindings, passwords, loadCommonPasswords, readPassword };
  return USER_COMMANDS[command]!.run(ports, options, world.clock.now());
}

it('adds users, lists them without passwords, changes them and removes them', async () => {
  const [ada] = await run('user add', { name: 'ada', role: 'admin' }, 'correct horse battery');
  expect(ada).toEqual({
    user_id: expect.stringMatching(/^usr_/) as string,
    name: 'ada',
    role: 'admin',
    created_at: '2026-03-02T08:00:00.000Z',
    password_changed_at: '2026-03-02T08:00:00.000Z',
  });
  const hashOf = async (name: string) => (await users().findForLogin(name, 'x'))?.passwordHash;
  expect(await passwords.matches(await hashOf('ada'), 'correct horse battery')).toBe(true);
  const [bob] = await run(
    'user add',
    { name: 'bob@acme.com', role: 'viewer', 'password-file': ' from a file' },
    'read',
  );
  expect(await passwords.matches(await hashOf('bob@acme.com'), 'read from a file')).toBe(true);
  expect(await run('user list', {})).toEqual([ada, bob]);
  world.clock.set('2026-03-02T09:00:00.000Z');
  const operator = { ...bob, role: 'operator' };
  expect(await run('user set-role', { name: 'bob@acme.com', role: 'operator' })).toEqual([operator]);
  const changed = { ...operator, password_changed_at: '2026-03-02T09:00:00.000Z' };
  expect(await run('user set-password', { name: 'bob@acme.com' }, 'staple of another horse')).toEqual([changed]);
  const disabled = { ...changed, disabled_at: '2026-03-02T09:00:00.000Z' };
  expect(await run('user disable', { name: 'bob@acme.com' })).toEqual([disabled]);
  expect(await hashOf('bob@acme.com')).toBeUndefined();
  expect(await run('user list', {})).toEqual([ada, disabled]);
  expect(await run('user enable', { name: 'bob@acme.com' })).toEqual([changed]);
  const removed = { ...changed, removed_at: '2026-03-02T09:00:00.000Z' };
  expect(await run('user remove', { name: 'bob@acme.com' })).toEqual([removed]);
  expect(await run('user list', {})).toEqual([ada]);
  expect(await run('user list', { all: 'true' })).toEqual([ada, removed]);
});

it.each([
  ['--name must be 1 to 64 lowercase letters', 'user add', { name: 'Ada', role: 'viewer' }, 'correct horse battery'],
  ['--name must be 1 to 64 lowercase letters', 'user add', { name: 'a'.repeat(65), role: 'viewer' }, 'correct horse'],
  ['--role must be one of viewer, operator, admin.', 'user set-role', { name: 'eve', role: 'owner' }, ''],
  ['at least 15 characters and at most 256 bytes', 'user add', { name: 'eve', role: 'viewer' }, 'correct horse'],
  ['at least 15 characters and at most 256 bytes', 'user set-password', { name: 'eve' }, 'a'.repeat(257)],
  ['a combination of two common ones', 'user add', { name: 'eve', role: 'viewer' }, 'Password12345678'],
  ['the name of the user or of the product', 'user set-password', { name: 'evelyn' }, 'evelynevelyn-truetally'],
  ['There is no user eve. Check the name.', 'user remove', { name: 'eve' }, ''],
  ['There is no user eve. Check the name.', 'user disable', { name: 'eve' }, ''],
  ['There is no user eve. Check the name.', 'user enable', { name: 'eve' }, ''],
  ['The user ada is the last admin.', 'user disable', { name: 'ada' }, ''],
])('prints %s', async (text, command, options, typed) => {
  await expect((async () => run(command, options as Record<string, string>, typed))()).rejects.toThrow(text);
});
