import { Type, type Static } from 'typebox';
import { ROLES } from '../../../domain/management/roles.ts';
import { SCOPES } from '../../../domain/management/scopes.ts';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { ChosenNameSchema, InstantSchema, NameSchema, textSchema } from '../../wire/scalars.ts';

const closed = { additionalProperties: false } as const;

const RoleSchema = literalUnion(ROLES, { description: 'The role of the token' });

const ScopesSchema = Type.Array(literalUnion(SCOPES), { maxItems: SCOPES.length, uniqueItems: true });

/** A token of the management plane, without its text. */
export const ManagementTokenSchema = Type.Object(
  {
    token_id: idSchema('managementToken'),
    label: Type.String({ ...NameSchema, title: 'TokenLabel' }),
    role: RoleSchema,
    scopes: ScopesSchema,
    state: literalUnion(['active', 'expired', 'revoked', 'suspended'], {
      description:
        '`suspended`: the user was removed or disabled or has fewer rights than the token, or a token that created it was revoked',
    }),
    user_id: Type.Optional(idSchema('managementUser')),
    creator_token_id: Type.Optional(idSchema('managementToken')),
    created_at: InstantSchema,
    expires_at: Type.Optional(InstantSchema),
    last_used_at: Type.Optional(InstantSchema),
    revoked_at: Type.Optional(InstantSchema),
  },
  {
    title: 'ManagementToken',
    description: 'Without `user_id`, the operator command created the token, or the first token of its chain',
    ...closed,
  },
);

export type ManagementTokenDocument = Static<typeof ManagementTokenSchema>;

/** One page of tokens, newest first. */
export const ManagementTokensSchema = Type.Object(
  { tokens: Type.Array(ManagementTokenSchema, { maxItems: MAX_PAGE_ITEMS }), next_cursor: PageTokenSchema },
  { title: 'ManagementTokens', ...closed },
);

/** A new token. Its rights and its expiry are at most those of the caller. */
export const NewManagementTokenSchema = Type.Object(
  {
    label: Type.String({ ...ChosenNameSchema, title: 'NewTokenLabel' }),
    role: RoleSchema,
    scopes: Type.Optional(
      Type.Array(literalUnion(SCOPES), {
        maxItems: SCOPES.length,
        uniqueItems: true,
        description: 'By default, the scopes of the caller except `content:read`',
      }),
    ),
    expires_at: Type.Optional(
      Type.String({
        ...InstantSchema,
        title: 'TokenExpiry',
        description: 'At most 365 days from now, and at most the expiry of the calling token; by default 90 days',
      }),
    ),
  },
  { title: 'NewManagementToken', ...closed },
);

/** A new token with its text, which is shown once. */
export const MintedTokenSchema = Type.Object(
  {
    token: ManagementTokenSchema,
    text: textSchema(100, {
      format: 'password',
      description: 'Shown once. Send it as `Authorization: Bearer <text>`',
      examples: ['ttp_…'],
    }),
  },
  { title: 'MintedToken', ...closed },
);
