import { Type, type Static } from 'typebox';
import { ROLES } from '../../../domain/management/roles.ts';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { InstantSchema, textSchema } from '../../wire/scalars.ts';
import { UserNameSchema } from './user-name.ts';

const closed = { additionalProperties: false } as const;

const RoleSchema = literalUnion(ROLES, {
  description: 'The role; each role includes the permissions of the roles before it',
});

/**
 * A user of the management plane, without a password. `subject_id` is the subject of the customer lane for which the
 * user acts.
 */
export const ManagementUserSchema = Type.Object(
  {
    user_id: idSchema('managementUser'),
    name: UserNameSchema,
    role: RoleSchema,
    state: literalUnion(['active', 'disabled', 'removed'], {
      description: 'Only an active user can log in. A removed user stays readable, so that the audit leads to a name',
    }),
    must_change_password: Type.Boolean({
      description: 'True while the user has a one-time password, which opens only the change of the password',
    }),
    one_time_password_expires_at: Type.Optional(InstantSchema),
    issuer: Type.Optional(
      textSchema(1_024, {
        description: 'The OpenID provider with which the user signs on; absent for a user with a password',
        examples: ['https://login.example.com'],
      }),
    ),
    subject_id: Type.Optional(idSchema('subject')),
    created_at: InstantSchema,
    password_changed_at: InstantSchema,
    last_login_at: Type.Optional(InstantSchema),
    disabled_at: Type.Optional(InstantSchema),
    removed_at: Type.Optional(InstantSchema),
  },
  { title: 'ManagementUser', ...closed },
);

export type ManagementUserDocument = Static<typeof ManagementUserSchema>;

/** One page of users, newest first. */
export const ManagementUsersSchema = Type.Object(
  { users: Type.Array(ManagementUserSchema, { maxItems: MAX_PAGE_ITEMS }), next_cursor: PageTokenSchema },
  { title: 'ManagementUsers', ...closed },
);

/** A new user. The service issues the first password. */
export const NewManagementUserSchema = Type.Object(
  { name: UserNameSchema, role: RoleSchema },
  { title: 'NewManagementUser', ...closed },
);

/** A new role of a user. */
export const RoleChangeSchema = Type.Object({ role: RoleSchema }, { title: 'RoleChange', ...closed });

/** A user with a one-time password, which is shown once. */
export const IssuedPasswordSchema = Type.Object(
  {
    user: ManagementUserSchema,
    one_time_password: textSchema(64, {
      format: 'password',
      description: 'Shown once. The user must replace it at the first login',
      examples: ['h7k2m-q9xvd-4tn8p-zr3ws'],
    }),
    expires_at: InstantSchema,
  },
  { title: 'IssuedPassword', ...closed },
);

export type IssuedPasswordDocument = Static<typeof IssuedPasswordSchema>;
