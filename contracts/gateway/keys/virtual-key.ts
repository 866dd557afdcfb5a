import { Type, type Static, type TArray, type TString } from 'typebox';
import { KEY_STATUSES } from '../../../domain/gateway/key-status.ts';
import { ENDPOINTS } from '../../../domain/models/endpoints.ts';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import {
  ChosenNameSchema,
  InstantSchema,
  NameSchema,
  textSchema,
  wholeSchema,
  WRITTEN_INSTANT_PATTERN,
} from '../../wire/scalars.ts';

const closed = { additionalProperties: false } as const;

/** The maximum number of names in one scope of a key. */
const MAX_NAMES = 200;

/** The maximum grace of a rotation, in minutes: a day. */
const MAX_GRACE_MINUTES = 1_440;

/** The name of an owner, a model or a provider, as commands and the configuration file accept it. */
const plainName = (description: string): TString =>
  textSchema(128, {
    pattern: '^[A-Za-z0-9._:/@-]{1,128}$',
    'x-form': '1 to 128 letters, digits and characters of ._:/@-',
    description,
  });

/** A scope of a key. A list of a request is not empty, because an empty one would restrict nothing. */
const scopeOf = (description: string): TArray<TString> =>
  Type.Array(plainName('A name'), { minItems: 1, maxItems: MAX_NAMES, uniqueItems: true, description });

const endpointsOf = (description: string) =>
  Type.Array(literalUnion(ENDPOINTS), { minItems: 1, maxItems: ENDPOINTS.length, uniqueItems: true, description });

/** A key of callers of the gateway, without its text. */
export const VirtualKeySchema = Type.Object(
  {
    key_id: idSchema('virtualKey'),
    owner: textSchema(128, { description: 'The team to which the traffic of the key is attributed' }),
    label: NameSchema,
    environment_id: idSchema('environment'),
    models: Type.Optional(scopeOf('The models that the key may call; absent for all')),
    providers: Type.Optional(scopeOf('The providers that the key may call; absent for all')),
    endpoints: Type.Optional(endpointsOf('The endpoints that the key may call; absent for all')),
    allow_passthrough: Type.Boolean({
      description: 'True if callers may supply a provider key, which the gateway uses instead of its own',
    }),
    status: literalUnion(KEY_STATUSES, {
      description: 'The state of the key now. A rotated key is `active` until its grace ends',
    }),
    created_at: InstantSchema,
    expires_at: Type.Optional(InstantSchema),
    revoked_at: Type.Optional(InstantSchema),
    successor_id: Type.Optional(idSchema('virtualKey')),
  },
  {
    title: 'VirtualKey',
    description: 'A key of callers of the gateway. `successor_id` names the key that replaced it in a rotation.',
    ...closed,
  },
);

/** A key in the form of an answer. */
export type PresentedVirtualKey = Static<typeof VirtualKeySchema>;

/** One page of keys, newest first. */
export const VirtualKeysSchema = Type.Object(
  { keys: Type.Array(VirtualKeySchema, { maxItems: MAX_PAGE_ITEMS }), next_cursor: PageTokenSchema },
  { title: 'VirtualKeys', ...closed },
);

/** The members of the query of the list in addition to those of every list. */
export const VIRTUAL_KEY_FILTER = {
  owner: Type.Optional(plainName('Only keys of this team')),
  environment_id: Type.Optional(idSchema('environment')),
  status: Type.Optional(literalUnion(KEY_STATUSES, { description: 'Only keys in this state' })),
} as const;

/** The key to mint. */
export const VirtualKeyMintSchema = Type.Object(
  {
    owner: plainName('The team to which the traffic of the key is attributed'),
    label: ChosenNameSchema,
    environment_id: idSchema('environment'),
    models: Type.Optional(scopeOf('The models that the key may call; without it, all')),
    providers: Type.Optional(
      scopeOf('The providers that the key may call, by their names in the configuration file; without it, all'),
    ),
    endpoints: Type.Optional(endpointsOf('The endpoints that the key may call; without it, all')),
    allow_passthrough: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Lets callers supply a provider key, which the gateway uses instead of its own',
      }),
    ),
    expires_at: Type.Optional(
      textSchema(35, {
        pattern: WRITTEN_INSTANT_PATTERN,
        'x-form': 'an RFC 3339 instant, such as 2030-01-31T08:00:00Z',
        description: 'The end of the key, a future RFC 3339 instant; without it, the key does not expire',
        examples: ['2030-01-31T08:00:00Z'],
      }),
    ),
  },
  { title: 'VirtualKeyMint', ...closed },
);

/** The text of a key, which one answer shows. */
const TokenSchema = Type.Optional(
  textSchema(86, {
    pattern: '^ttk_[0-9a-f]{76}[0-9A-Za-z]{6}$',
    description:
      'The text of the key, which is shown only here. Absent if an earlier request with this idempotency key created the key',
  }),
);

/** A new key with its text. */
export const MintedVirtualKeySchema = Type.Object(
  { key: VirtualKeySchema, token: TokenSchema },
  { title: 'MintedVirtualKey', ...closed },
);

/** The grace of a rotation. */
export const VirtualKeyRotationSchema = Type.Object(
  {
    grace_minutes: wholeSchema(0, MAX_GRACE_MINUTES, {
      description: 'Minutes for which both keys are valid; 0 revokes the predecessor immediately',
    }),
  },
  { title: 'VirtualKeyRotation', ...closed },
);

/** A successor with its text, and its predecessor. */
export const RotatedVirtualKeySchema = Type.Object(
  { key: VirtualKeySchema, predecessor: VirtualKeySchema, token: TokenSchema },
  { title: 'RotatedVirtualKey', ...closed },
);
