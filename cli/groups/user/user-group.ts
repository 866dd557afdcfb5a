import { PLANE_FLAGS } from '../../plane/plane-flags.ts';
import { defineCommand, type Group } from '../../tree/command.ts';
import { userName } from './user-name.ts';
import { ROLE_FLAGS, USER_LIST_FLAGS, PASSWORD_FLAGS } from './user-flags.ts';

const NAME = { name: '<NAME>', summary: 'the name with which the user logs in', form: userName } as const;

/** Commands on the users of the management plane. */
export const userGroup: Group = {
  name: 'user',
  summary: 'users of the management plane',
  commands: [
    defineCommand('user add', {
      summary: 'adds a user, and shows a one-time password once',
      description:
        'The user chooses a password at the first login. A pipe gets the one-time password alone on a line. The first user of an installation is made in the database: npm run operator -- user add.',
      operation: 'management.users.create',
      args: [NAME],
      flags: ROLE_FLAGS,
      examples: [{ line: 'tt user add grace --role operator', does: 'Add a colleague' }],
      load: async () => await import('./add-user.ts'),
    }),
    defineCommand('user list', {
      summary: 'lists users with their roles',
      operation: 'management.users.list',
      flags: USER_LIST_FLAGS,
      load: async () => await import('./list-users.ts'),
    }),
    defineCommand('user remove', {
      summary: 'removes a user, and ends the sessions and keys of the user',
      operation: 'management.users.remove',
      args: [NAME],
      flags: PLANE_FLAGS,
      load: async () => await import('./remove-user.ts'),
    }),
    defineCommand('user passwd', {
      summary: 'changes your own password, or issues a one-time password for another user',
      description:
        'Without --one-time, the command asks for the present and the new password of the user and needs no key. The change ends the sessions of the user. A password is never part of a command line.',
      operation: 'management.me.change_password',
      args: [NAME],
      flags: PASSWORD_FLAGS,
      examples: [
        { line: 'tt user passwd ada', does: 'Change your password' },
        { line: 'tt user passwd grace --one-time', does: 'Help a colleague who forgot a password' },
      ],
      load: async () => await import('./change-password.ts'),
    }),
    defineCommand('user set-role', {
      summary: 'changes the role of a user, from the next request on',
      operation: 'management.users.change_role',
      args: [NAME],
      flags: ROLE_FLAGS,
      examples: [{ line: 'tt user set-role grace --role viewer', does: 'Take the right to change things away' }],
      load: async () => await import('./set-role.ts'),
    }),
  ],
};
