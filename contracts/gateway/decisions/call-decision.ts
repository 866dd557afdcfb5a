import { Type, type Static } from 'typebox';
import { CALL_DECISION_KINDS } from '../../../domain/gateway/decisions/call-decision-kinds.ts';
import { PURPOSES, TERMINAL_STATUSES } from '../../../domain/insight/insight-sets.ts';
import { nanosMember, textMember } from '../../ingest/events/members.ts';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { InstantSchema, textSchema, wholeSchema } from '../../wire/scalars.ts';

const closed = { additionalProperties: false } as const;

const MAX_MS = 1e12;

const orNull = (description: string, whenNull: string) =>
  Type.Union([textMember(description), Type.Null()], { description: whenNull });

/** The sources of an answer. */
const ANSWER_SOURCES = ['provider', 'cache'] as const;

const AnsweredBySchema = Type.Object(
  {
    source: literalUnion(ANSWER_SOURCES, { description: 'A provider, or the cache of the gateway' }),
    provider: orNull('The provider, as the configuration names it.', 'Null for an answer from the cache'),
    model: orNull('The model, as the provider names it.', 'Null if it is unavailable'),
  },
  { title: 'AnsweredBy', ...closed },
);

/**
 * A call of the gateway that has ended. It has no dimension of its caller except the key, because users and tenants are
 * personal data.
 */
export const CallDecisionSchema = Type.Object(
  {
    req_id: textMember('The request, as `x-tt-request-id` names it.'),
    decision: literalUnion(CALL_DECISION_KINDS, { description: 'The decision of the gateway' }),
    status: literalUnion(TERMINAL_STATUSES, { description: 'The state in which the call ended' }),
    kind: orNull(
      'The kind of the ending, such as `budget_exceeded`, `cache_hit` or `http_500`.',
      'Null if the status says all',
    ),
    limit_id: orNull('The limit that refused the call.', 'Null if no limit refused it, or if it is unavailable'),
    answered_by: Type.Union([AnsweredBySchema, Type.Null()], { description: 'Null if nobody answered' }),
    attempts: wholeSchema(0, 65_535, { description: 'The number of calls to providers' }),
    cost_nano_usd: Type.Union([nanosMember('The cost of all attempts, in nano-USD.'), Type.Null()], {
      description: 'The cost in nano-USD as a decimal text; `0` if nothing was charged; null if it is unavailable',
    }),
    cost_is_estimate: Type.Boolean({ description: 'True if a part of the cost is an estimate' }),
    streaming: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'True if the caller requested a stream; null if it is unavailable',
    }),
    total_ms: Type.Union([Type.Number({ minimum: 0, maximum: MAX_MS }), Type.Null()], {
      description: 'Milliseconds from the complete request to the end; null if it is unavailable',
    }),
    admitted_at: InstantSchema,
    ended_at: InstantSchema,
    purpose: literalUnion(PURPOSES, { description: 'The purpose of the call' }),
    organization_id: textMember('Organization of the key.'),
    workspace_id: textMember('Workspace of the key.'),
    application_id: textMember('Application of the key.'),
    gateway_id: textMember('Gateway of the key.'),
    environment_id: textMember('Environment of the key.'),
    owner: orNull('The owner of the key.', 'Null if it is unavailable'),
    key_id: orNull('The key.', 'Null if it is unavailable'),
    route_id: orNull('The route.', 'Null if the call named no route'),
    skipped_before: wholeSchema(0, Number.MAX_SAFE_INTEGER, {
      description:
        'The number of calls of the same environment and decision that ended directly before this one and are not shown, because too many calls end at the same time',
    }),
    unavailable: Type.Array(
      Type.Object(
        {
          member: textSchema(64, { minLength: 1, description: 'The missing detail, such as `cost_nano_usd`' }),
          reason: textSchema(256, { minLength: 1, description: 'The reason why it is missing' }),
        },
        { title: 'UnavailableDecisionDetail', ...closed },
      ),
      { maxItems: 10, description: 'Details of this call that its line in the journal does not have' },
    ),
  },
  { title: 'CallDecision', ...closed },
);

export type CallDecision = Static<typeof CallDecisionSchema>;

/** One page of the last calls, newest first. */
export const CallDecisionsSchema = Type.Object(
  {
    decisions: Type.Array(CallDecisionSchema, { maxItems: MAX_PAGE_ITEMS }),
    last_event_id: textSchema(64, {
      pattern: '^([0-9a-f]{8}-\\d{1,15})?$',
      description:
        'The position of this page in the stream. A stream with this id as `last_event_id` continues after the page',
    }),
    next_cursor: PageTokenSchema,
  },
  {
    title: 'CallDecisions',
    description:
      'The last calls that ended, newest first: those that this process holds in memory. A call is listed about half a second after its end.',
    ...closed,
  },
);

export type CallDecisions = Static<typeof CallDecisionsSchema>;

/** The members of the query in addition to those of every list. */
export const DECISION_FILTER = {
  environment_id: Type.Optional(idSchema('environment')),
  decision: Type.Optional(literalUnion(CALL_DECISION_KINDS, { description: 'Only calls with this decision' })),
} as const;

/** The members of the query of the stream. */
export const DECISION_STREAM_QUERY = {
  ...DECISION_FILTER,
  last_event_id: Type.Optional(
    textSchema(64, {
      pattern: '^[0-9A-Za-z-]{0,64}$',
      description:
        'The `id` of the last event that the client has received, or `last_event_id` of a page; the header `Last-Event-ID` takes precedence',
    }),
  ),
} as const;
