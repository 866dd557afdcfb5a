import { Type, type Static } from 'typebox';
import { RECORDED_REFUSALS } from '../../../domain/gateway/governance/governance-refusals.ts';
import { textMember } from '../../ingest/events/members.ts';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { InstantSchema, textSchema, wholeSchema } from '../../wire/scalars.ts';
import { limitAmount, limitIdMember, SHOWN_LIMIT_UNITS } from '../limits/limit-members.ts';
import { sinceMember } from '../since-member.ts';

const closed = { additionalProperties: false } as const;

/** The maximum number of rows that `offset` skips. */
const MAX_REFUSAL_OFFSET = 10_000;

/** The members of the query in addition to those of every list. */
export const REFUSAL_FILTER = {
  since: sinceMember('24h'),
  code: Type.Optional(literalUnion(RECORDED_REFUSALS, { description: 'Only refusals of this type' })),
  environment_id: Type.Optional(idSchema('environment')),
  key_id: Type.Optional(idSchema('virtualKey')),
  limit_id: limitIdMember('Only refusals by this limit'),
  offset: Type.Optional(
    wholeSchema(0, MAX_REFUSAL_OFFSET, {
      deprecated: true,
      description:
        'Deprecated: the number of rows to skip. Rows that arrive meanwhile shift the pages. Use `cursor` instead; both together are refused',
    }),
  ),
} as const;

const orNull = (description: string, whenNull: string) =>
  Type.Union([textMember(description), Type.Null()], { description: whenNull });

/** The limit that refused a call, with its amounts at the refusal. */
const RefusedByLimitSchema = Type.Object(
  {
    id: textMember('The limit, as `x-tt-refused-by` named it.'),
    node: textMember('The counted node, with its organization, such as `team:org_…:search`.'),
    unit: literalUnion(SHOWN_LIMIT_UNITS, { description: 'The unit of all amounts; `calls` are calls in flight' }),
    limit: limitAmount('The maximum, in the window or at the same time'),
    observed: Type.Union([limitAmount('The amount'), Type.Null()], {
      description:
        'The used or reserved amount at the refusal; with `quota_cost_unfittable`, the need of the call. Null if it is unavailable',
    }),
    bound: limitAmount('The amount by which a process of the gateway may refuse too early'),
    resets_at: Type.Union([InstantSchema, Type.Null()], {
      description: 'The end of the window; null for calls in flight',
    }),
  },
  { title: 'RefusedByLimit', ...closed },
);

const GovernanceRefusalSchema = Type.Object(
  {
    req_id: textMember('The refused request, as `x-tt-request-id` named it.'),
    admitted_at: InstantSchema,
    refused_at: InstantSchema,
    code: literalUnion(RECORDED_REFUSALS, { description: 'The type of the refusal: `x-tt-refusal-type`' }),
    status: wholeSchema(400, 599, { description: 'The HTTP status that the caller got' }),
    organization_id: textMember('Organization of the key.'),
    workspace_id: textMember('Workspace of the key.'),
    application_id: textMember('Application of the key.'),
    gateway_id: textMember('Gateway of the key.'),
    environment_id: textMember('Environment of the key.'),
    owner: orNull('The owner of the key.', 'Null if it is unavailable'),
    key_id: orNull('The key.', 'Null if it is unavailable'),
    route_id: orNull('The route.', 'Null if the call named no route'),
    refused_by_limit: Type.Union([RefusedByLimitSchema, Type.Null()], {
      description:
        'The limit that refused the call, as in the body of its error, with amounts as decimal texts. Null if no limit refused it, or if the limit is unavailable',
    }),
    unavailable: Type.Array(
      Type.Object(
        {
          member: textSchema(64, {
            minLength: 1,
            description: 'The missing detail, such as `refused_by_limit` or `key_id`',
          }),
          reason: textSchema(256, { minLength: 1, description: 'The reason why it is missing, and where it is' }),
        },
        { title: 'UnavailableDetail', ...closed },
      ),
      { maxItems: 10, description: 'Details of this refusal that the stored facts do not have' },
    ),
  },
  { title: 'GovernanceRefusal', ...closed },
);

/** One page of calls that governance refused, newest first. */
export const GovernanceRefusalsSchema = Type.Object(
  {
    since: InstantSchema,
    refusals: Type.Array(GovernanceRefusalSchema, { maxItems: MAX_PAGE_ITEMS }),
    next_cursor: PageTokenSchema,
  },
  {
    title: 'GovernanceRefusals',
    description:
      'Refusals since an instant, newest first. A call is listed when a worker has loaded its row, usually within seconds. Requests without a valid key belong to no environment and have no row.',
    ...closed,
  },
);

export type GovernanceRefusals = Static<typeof GovernanceRefusalsSchema>;
