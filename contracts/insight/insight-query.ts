import { Type, type Static } from 'typebox';
import { GRAINS, LATENCY_OUTCOMES, PURPOSES, SHAPES } from '../../domain/insight/insight-sets.ts';
import { FACETS } from '../../domain/insight/dimensions.ts';
import { RowCursorSchema } from '../wire/envelope.ts';
import { FILTER_TEXT_PATTERN, idTextSchema, MAX_ID_BYTES } from '../wire/id-text.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { TimeZoneSchema, wholeSchema, WRITTEN_INSTANT_PATTERN } from '../wire/scalars.ts';
import { DIMENSION_MEMBERS } from './dimension-question.ts';
import { FacetValueSchema, GroupFilterSchema } from './group-filter.ts';
import { QUERY_LIMITS } from './terms/query-limits.ts';

const closed = { additionalProperties: false } as const;

// Visible ASCII, so that no store, log line or terminal interprets an id as anything but text.
const IdSchema = Type.String({
  title: 'QueryId',
  minLength: 1,
  maxLength: QUERY_LIMITS.max_id_length,
  pattern: '^[\\u0021-\\u007e]+$',
  description: `1 to ${QUERY_LIMITS.max_id_length} visible ASCII characters`,
});

const IdsSchema = Type.Array(IdSchema, { maxItems: QUERY_LIMITS.max_ids_per_list, uniqueItems: true });

/** The name of a release in any form that traffic can have: `text` of the traffic format. */
const ReleaseNameSchema = idTextSchema({
  title: 'ReleaseName',
  minLength: 1,
  pattern: FILTER_TEXT_PATTERN,
  description: `1 to ${MAX_ID_BYTES} bytes, no control characters`,
});

/** The name of a provider or a model, as attempts have it. */
const FilterTextSchema = idTextSchema({
  title: 'FilterText',
  pattern: FILTER_TEXT_PATTERN,
  'x-form': `at most ${MAX_ID_BYTES} bytes, no control characters`,
  description: `At most ${MAX_ID_BYTES} bytes, no control characters`,
});

/** The id of one logical request, as its gateway names it. */
export const LogicalRequestIdSchema = idTextSchema({
  title: 'LogicalRequestId',
  minLength: 1,
  pattern: FILTER_TEXT_PATTERN,
  'x-form': `1 to ${MAX_ID_BYTES} bytes, no control characters`,
  description: `Id of one logical request: 1 to ${MAX_ID_BYTES} bytes, no control characters; an empty text is refused`,
});

const BoundSchema = Type.String({
  title: 'Bound',
  maxLength: 35,
  pattern: WRITTEN_INSTANT_PATTERN,
  description: 'RFC 3339 instant of the years 2000 to 2099',
  examples: ['2026-01-01T00:00:00Z'],
});

/** The part of a workspace that a question covers. It narrows the permission of the caller and never widens it. */
const QueryScopeSchema = Type.Object(
  {
    organization_id: Type.Optional(IdSchema),
    workspace_id: Type.Optional(IdSchema),
    application_ids: Type.Optional(IdsSchema),
    gateway_ids: Type.Optional(IdsSchema),
    environment_ids: Type.Optional(IdsSchema),
  },
  {
    ...closed,
    title: 'QueryScope',
    description: 'The scope of the question. An empty list stands for all descendants that the caller can read.',
  },
);

const LatencyFilterSchema = Type.Object(
  {
    metric: literalUnion(['response_latency.v1', 'first_output_latency.v1']),
    min_ms: Type.Optional(wholeSchema(0, QUERY_LIMITS.max_latency_ms, { description: 'Inclusive lower bound' })),
    max_ms: Type.Optional(wholeSchema(0, QUERY_LIMITS.max_latency_ms, { description: 'Exclusive upper bound' })),
    outcome: Type.Optional(literalUnion(LATENCY_OUTCOMES)),
  },
  { ...closed, title: 'LatencyFilter', description: 'Only on a request-grain drilldown' },
);

const AttemptFilterSchema = Type.Object(
  {
    provider_id: Type.Optional(FilterTextSchema),
    provider_model: Type.Optional(FilterTextSchema),
    cost_effects_only: Type.Optional(Type.Boolean()),
    logical_request_id: Type.Optional(LogicalRequestIdSchema),
  },
  { ...closed, title: 'AttemptFilter', description: 'Only on an attempt-grain drilldown' },
);

const FeedbackFilterSchema = Type.Object(
  {
    logical_request_id: Type.Optional(LogicalRequestIdSchema),
    match: Type.Optional(literalUnion(['matched', 'pending', 'unmatched'])),
  },
  { ...closed, title: 'FeedbackFilter', description: 'Only on a feedback-grain drilldown' },
);

const FacetFilterSchema = Type.Object(
  {
    member: literalUnion(FACETS, {
      description: 'Any facet except `route` and `input_size_bucket`, which rows of requests do not contain',
    }),
    value: Type.Optional(FacetValueSchema),
    unserved: Type.Optional(Type.Literal(true, { description: 'The requests that no model served' })),
  },
  {
    ...closed,
    title: 'FacetFilter',
    description:
      'Only on a request-grain drilldown: the requests of one facet group, with the `value` or `unserved` of that group. Without both, the group without a value.',
  },
);

/** The kinds of rows that a drilldown shows. */
export const DRILLDOWNS = ['request', 'attempt', 'feedback'] as const;

const question = {
  schema: Type.Literal(1),
  shape: literalUnion(SHAPES),
  scope: Type.Optional(QueryScopeSchema),
  grain: Type.Optional(literalUnion(GRAINS, { description: 'Required for series; not allowed for other shapes' })),
  display_tz: Type.Optional(TimeZoneSchema),
  bucket_tz: Type.Optional(
    Type.String({
      ...TimeZoneSchema,
      title: 'BucketZone',
      description:
        'Only on series: IANA time zone of the days, weeks and months that form the buckets. A day has 23 or 25 hours if clocks change. Hours are always hours in UTC.',
    }),
  ),
  purposes: Type.Optional(
    Type.Array(literalUnion(PURPOSES), {
      minItems: 1,
      maxItems: PURPOSES.length,
      uniqueItems: true,
      description: 'The purposes, each with a separate group; only `application` if absent',
    }),
  ),
  release_ids: Type.Optional(
    Type.Array(ReleaseNameSchema, { maxItems: QUERY_LIMITS.max_ids_per_list, uniqueItems: true }),
  ),
  metrics: Type.Optional(
    Type.Array(IdSchema, {
      minItems: 1,
      maxItems: QUERY_LIMITS.max_metrics,
      uniqueItems: true,
      description: 'Ids with a version, such as provider_spend.v1; not allowed for drilldown and markers',
    }),
  ),
  facets: Type.Optional(
    Type.Array(literalUnion(FACETS), {
      minItems: 1,
      maxItems: FACETS.length,
      uniqueItems: true,
      description:
        'The facets, each with separate groups; required for facets, at most one for series, not allowed for other shapes',
    }),
  ),
  top_values: Type.Optional(
    wholeSchema(1, QUERY_LIMITS.max_top_values, {
      description:
        'Only with facets: the number of values of each facet and purpose that get a group. All other values form one more group.',
    }),
  ),
  comparison: Type.Optional(
    Type.Literal('previous_period', {
      description: 'Only on overview: each group also has the figures of the previous window of the same length',
    }),
  ),
  drilldown: Type.Optional(literalUnion(DRILLDOWNS)),
  feedback_filter: Type.Optional(FeedbackFilterSchema),
  latency_filter: Type.Optional(LatencyFilterSchema),
  attempt_filter: Type.Optional(AttemptFilterSchema),
  facet_filter: Type.Optional(FacetFilterSchema),
  group_filter: Type.Optional(GroupFilterSchema),
  ...DIMENSION_MEMBERS,
  page_size: Type.Optional(wholeSchema(1, QUERY_LIMITS.max_page_size)),
} as const;

/** A read context that a client echoes. Its seal is checked before its form. */
export const EchoedContextSchema = Type.Unsafe<Record<string, unknown>>(
  Type.Object({}, { additionalProperties: true, description: 'The context of an earlier answer, unchanged' }),
);

/** The `insight-query/v1` document. Rules between its members are in `refuse-inconsistent-question.ts`. */
export const InsightQuerySchema = Type.Object(
  {
    ...question,
    from: BoundSchema,
    to: BoundSchema,
    // Any value is accepted here on purpose: everything except a context of this service is refused with 410, not 422.
    read_context: Type.Optional(EchoedContextSchema),
    cursor: Type.Optional(RowCursorSchema),
  },
  { ...closed, title: 'InsightQuery' },
);

export type InsightQuery = Static<typeof InsightQuerySchema>;

/**
 * A question in a saved view. It belongs to no read, so it has no context and no cursor; a relative question has no
 * window.
 */
export const StoredQuestionSchema = Type.Object(
  { ...question, from: Type.Optional(BoundSchema), to: Type.Optional(BoundSchema) },
  { ...closed, title: 'StoredQuestion' },
);

export type StoredQuestion = Static<typeof StoredQuestionSchema>;
