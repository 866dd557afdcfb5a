import { Type, type Static } from 'typebox';
import { ROLES } from '../../domain/management/roles.ts';
import { SCOPES } from '../../domain/management/scopes.ts';
import { idSchema } from '../wire/id-schema.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { InstantSchema, NameSchema } from '../wire/scalars.ts';

/**
 * The caller: a token, or a user with a session. A session is a token that a login created. `subject_id` is the subject
 * of the customer lane for which the user acts.
 */
export const ManagementMeSchema = Type.Object(
  {
    token_id: idSchema('managementToken'),
    user_id: Type.Optional(idSchema('managementUser')),
    label: Type.String({
      ...NameSchema,
      title: 'Label',
      description: 'The label of the token, or the name of the user',
    }),
    role: literalUnion(ROLES, { description: 'The role; each role includes the permissions of the roles before it' }),
    scopes: Type.Array(literalUnion(SCOPES), { maxItems: SCOPES.length, uniqueItems: true }),
    expires_at: Type.Optional(InstantSchema),
    subject_id: Type.Optional(idSchema('subject')),
    must_change_password: Type.Optional(
      Type.Literal(true, {
        description: 'Present while the user has a one-time password: until it is changed, only the change is possible',
      }),
    ),
  },
  { title: 'ManagementMe', additionalProperties: false },
);

export type ManagementMe = Static<typeof ManagementMeSchema>;
