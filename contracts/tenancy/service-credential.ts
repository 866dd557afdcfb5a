import { Type, type Static, type TArray, type TEnum, type TSchemaOptions, type TString } from 'typebox';
import { CREDENTIAL_READINESS } from '../../domain/tenancy/credential-readiness.ts';
import {
  DEFAULT_OVERLAP_MINUTES,
  MAX_KEY_TEAMS,
  MAX_OVERLAP_MINUTES,
  MAX_TTL_DAYS,
} from '../../domain/tenancy/identity-limits.ts';
import { DEFAULT_KEY_GRANTS, KEY_GRANTS, type KeyGrant } from '../../domain/tenancy/key-grants.ts';
import { idSchema } from '../wire/id-schema.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { ChosenNameSchema, InstantSchema, NameSchema, wholeSchema } from '../wire/scalars.ts';

const closed = { additionalProperties: false } as const;

/** The maximum number of gateways that a request can name. */
const MAX_NAMED_GATEWAYS = 8;

/** The schema of the rights of a credential. */
function grantsSchema(options: TSchemaOptions = {}): TArray<TEnum<KeyGrant[]>> {
  return Type.Array(literalUnion(KEY_GRANTS), {
    minItems: 1,
    maxItems: KEY_GRANTS.length,
    uniqueItems: true,
    description:
      'Rights of the credential: `models.call` opens the gateway, `traffic.write` sends all traffic of the environment, and `feedback.write` sends only feedback',
    ...options,
  });
}

/** The schema of the teams of a credential. */
function teamsSchema(description: string): TArray<TString> {
  return Type.Array(idSchema('team'), { maxItems: MAX_KEY_TEAMS, uniqueItems: true, description });
}

const TEAMS = 'Teams of the credential; the first one is the team of its traffic and of its limits';

const ttlDays = wholeSchema(1, MAX_TTL_DAYS, {
  description: 'Days until the credential expires; absent if it does not expire. A rotation repeats this lifetime.',
});

const readiness = literalUnion(CREDENTIAL_READINESS, {
  description: '`ready` is the only state in which the credential works: every live gateway holds it',
});

/** A credential of a service, without its text. */
export const ServiceCredentialV1Schema = Type.Object(
  {
    credential_id: idSchema('serviceCredential'),
    service_id: idSchema('serviceIdentity'),
    organization_id: idSchema('organization'),
    workspace_id: idSchema('workspace'),
    application_id: idSchema('application'),
    gateway_id: idSchema('gateway'),
    environment_id: idSchema('environment'),
    label: NameSchema,
    grants: grantsSchema(),
    team_ids: teamsSchema(TEAMS),
    ttl_days: Type.Optional(ttlDays),
    readiness,
    operation_id: idSchema('credentialOperation'),
    created_by: idSchema('subject'),
    created_at: InstantSchema,
    ready_at: Type.Optional(InstantSchema),
    expires_at: Type.Optional(InstantSchema),
    revoked_at: Type.Optional(InstantSchema),
    predecessor_id: Type.Optional(idSchema('serviceCredential')),
    successor_id: Type.Optional(idSchema('serviceCredential')),
  },
  { title: 'ServiceCredentialV1', ...closed },
);

export type ServiceCredentialV1 = Static<typeof ServiceCredentialV1Schema>;

/** The body that creates a credential of a service. */
export const ServiceCredentialCreateSchema = Type.Object(
  {
    environment_id: idSchema('environment'),
    gateway_ids: Type.Array(idSchema('gateway'), {
      minItems: 1,
      maxItems: MAX_NAMED_GATEWAYS,
      uniqueItems: true,
      description:
        'The gateways of the credential. An environment has one gateway, so a request can name only that one.',
    }),
    label: ChosenNameSchema,
    ttl_days: Type.Optional(ttlDays),
    grants: Type.Optional(grantsSchema({ default: [...DEFAULT_KEY_GRANTS] })),
    team_ids: Type.Optional(teamsSchema(TEAMS)),
  },
  { title: 'ServiceCredentialCreate', ...closed },
);

/** The body that replaces a credential of a service. */
export const ServiceCredentialRotateSchema = Type.Object(
  {
    overlap_minutes: Type.Optional(
      wholeSchema(0, MAX_OVERLAP_MINUTES, {
        default: DEFAULT_OVERLAP_MINUTES,
        description: 'Minutes for which both credentials are in force. Excludes `revoke_previous_now`.',
      }),
    ),
    revoke_previous_now: Type.Optional(
      Type.Boolean({ default: false, description: 'True to revoke the replaced credential immediately' }),
    ),
    team_ids: Type.Optional(
      teamsSchema('Teams of the successor; absent: those of the replaced credential; empty: no team'),
    ),
  },
  { title: 'ServiceCredentialRotate', ...closed },
);

/** The text of a credential. The service shows it once and stores only its hash. */
const RuntimeKeySchema = Type.String({
  title: 'RuntimeKey',
  maxLength: 86,
  pattern: '^ttv_[0-9a-f]{76}[0-9A-Za-z]{6}$',
  description: 'The text of the credential, which is shown here and never again',
});

/** A new credential and its text. */
export const MintedServiceCredentialSchema = Type.Object(
  { credential: ServiceCredentialV1Schema, token: RuntimeKeySchema },
  { title: 'MintedServiceCredential', ...closed },
);

export type MintedServiceCredential = Static<typeof MintedServiceCredentialSchema>;

/** The successor of a credential, its text, and the replaced credential. */
export const RotatedServiceCredentialSchema = Type.Object(
  { credential: ServiceCredentialV1Schema, token: RuntimeKeySchema, predecessor: ServiceCredentialV1Schema },
  { title: 'RotatedServiceCredential', ...closed },
);

export type RotatedServiceCredential = Static<typeof RotatedServiceCredentialSchema>;

/** The operation that minted a credential, and the state of that credential. */
export const CredentialOperationV1Schema = Type.Object(
  {
    operation_id: idSchema('credentialOperation'),
    kind: literalUnion(['create', 'rotate'], { description: '`rotate` if the credential replaces another one' }),
    credential_id: idSchema('serviceCredential'),
    service_id: idSchema('serviceIdentity'),
    environment_id: idSchema('environment'),
    readiness,
    created_at: InstantSchema,
    ready_at: Type.Optional(InstantSchema),
  },
  { title: 'CredentialOperationV1', ...closed },
);

export type CredentialOperationV1 = Static<typeof CredentialOperationV1Schema>;
