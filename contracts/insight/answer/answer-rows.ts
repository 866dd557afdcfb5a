import { Type, type Static } from 'typebox';
import { PURPOSES, TERMINAL_STATUSES } from '../../../domain/insight/insight-sets.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { InstantSchema } from '../../wire/scalars.ts';
import { ATTEMPT_ROLES, OUTPUT_STATES, USAGE_SOURCES } from '../../ingest/events/attempt.ts';
import { FEEDBACK_MATCHES, FEEDBACK_VALUES } from '../../ingest/events/feedback-verdict.ts';
import {
  PROTECTION_ELIGIBILITIES,
  PROTECTION_EVALUATIONS,
  PROTECTION_OUTCOMES,
  PROTECTION_PHASES,
} from '../../ingest/events/protection-evaluation.ts';
import { MARKER_KINDS } from '../../../domain/insight/release-history.ts';
import { ACTOR_KINDS } from '../../ingest/events/release-marker.ts';
import { CountSchema, NumberSchema, trafficText } from '../terms/answer-scalars.ts';
import { QUERY_LIMITS } from '../terms/query-limits.ts';

// No row carries prompt text, completion text or money.

const closed = { additionalProperties: false } as const;
const optionalText = (description: string) => Type.Optional(trafficText({ minLength: 1, description }));
const optionalTokens = Type.Optional(CountSchema);

/** The action of a protection component on a request, without the text of findings. */
export const ProtectionEvaluationRowSchema = Type.Object(
  {
    component_id: trafficText(),
    component_version: trafficText(),
    phase: literalUnion(PROTECTION_PHASES),
    eligibility: literalUnion(PROTECTION_ELIGIBILITIES),
    evaluation: literalUnion(PROTECTION_EVALUATIONS),
    outcome: literalUnion(PROTECTION_OUTCOMES),
  },
  { ...closed, title: 'ProtectionEvaluationRow' },
);

/** The status of a request row: the status of its terminal, or `pending` while no terminal is known. */
const REQUEST_STATUSES = [...TERMINAL_STATUSES, 'pending'] as const;

/** One request, by `admitted_at`. */
export const RequestRowSchema = Type.Object(
  {
    logical_request_id: trafficText(),
    purpose: literalUnion(PURPOSES),
    occurred_at: InstantSchema,
    status: literalUnion(REQUEST_STATUSES),
    terminal_kind: optionalText('A more specific kind of ending, as the gateway names it'),
    release_id: optionalText('Absent if the request names no release'),
    final_model: optionalText('Absent if no model served the request'),
    final_provider: optionalText('Absent if no provider served the request'),
    attempt_count: Type.Optional(CountSchema),
    total_ms: Type.Optional(NumberSchema),
    first_output_ms: Type.Optional(NumberSchema),
    first_output_known: Type.Boolean({ description: 'If false, first_output_ms is absent, and never 0' }),
    streaming: Type.Optional(Type.Boolean({ description: 'Absent if it is unknown whether the request streamed' })),
    protection_evaluations: Type.Optional(
      Type.Array(ProtectionEvaluationRowSchema, {
        maxItems: QUERY_LIMITS.query_budget_result_rows,
        description: 'Absent if nothing was recorded about protection; this does not mean that the request passed',
      }),
    ),
  },
  { ...closed, title: 'RequestRow' },
);

/** The role of an attempt row. `unattributed` marks a cost effect whose attempt is otherwise unknown. */
const ATTEMPT_ROW_ROLES = [...ATTEMPT_ROLES, 'unattributed'] as const;

/**
 * One attempt, by `dispatched_at`; with `cost_effects_only`, by its newest cost effect in the window. An `unattributed`
 * row has only the members of the cost effect itself.
 */
export const AttemptRowSchema = Type.Object(
  {
    logical_request_id: trafficText(),
    attempt_id: trafficText(),
    ordinal: Type.Optional(CountSchema),
    purpose: literalUnion(PURPOSES),
    role: literalUnion(ATTEMPT_ROW_ROLES),
    route_changed: Type.Optional(Type.Boolean()),
    output_state: Type.Optional(literalUnion(OUTPUT_STATES)),
    provider_id: trafficText(),
    provider_model: trafficText(),
    connection_id: optionalText('Absent if the attempt names no connection'),
    usage_source: Type.Optional(literalUnion(USAGE_SOURCES)),
    usage_known: Type.Boolean({ description: 'If false, all token members are absent, and none of them is 0' }),
    input_tokens: optionalTokens,
    output_tokens: optionalTokens,
    cache_read_tokens: optionalTokens,
    cache_write_tokens: optionalTokens,
    reasoning_tokens: optionalTokens,
    total_tokens: optionalTokens,
    dispatched_at: Type.Optional(InstantSchema),
    terminal_at: Type.Optional(InstantSchema),
  },
  { ...closed, title: 'AttemptRow' },
);

/** One verdict (request, issuer, `feedback_id`) at its newest revision. */
export const FeedbackRowSchema = Type.Object(
  {
    logical_request_id: trafficText(),
    application_id: trafficText(),
    gateway_id: trafficText(),
    environment_id: trafficText(),
    issuer_ref: trafficText(),
    issuer: optionalText('Only with `content.read`'),
    feedback_id: trafficText(),
    value: literalUnion(FEEDBACK_VALUES),
    revision: CountSchema,
    occurred_at: InstantSchema,
    source: trafficText(),
    match: literalUnion(FEEDBACK_MATCHES),
    purpose: literalUnion(PURPOSES),
  },
  { ...closed, title: 'FeedbackRow' },
);

/** One change of the software that runs in an environment. */
export const MarkerRowSchema = Type.Object(
  {
    marker_kind: literalUnion(MARKER_KINDS),
    release_id: trafficText(),
    effective_digest: optionalText('Digest of the configuration in force; absent if unknown'),
    gateway_id: trafficText(),
    environment_id: trafficText(),
    actor_kind: literalUnion(ACTOR_KINDS),
    occurred_at: InstantSchema,
  },
  { ...closed, title: 'MarkerRow' },
);

export type RequestRow = Static<typeof RequestRowSchema>;
export type AttemptRow = Static<typeof AttemptRowSchema>;
export type FeedbackRow = Static<typeof FeedbackRowSchema>;
export type MarkerRow = Static<typeof MarkerRowSchema>;
export type ProtectionEvaluationRow = Static<typeof ProtectionEvaluationRowSchema>;
