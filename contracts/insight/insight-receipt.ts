import { Type, type Static } from 'typebox';
import { literalUnion } from '../wire/literal-union.ts';
import { PROTECTION_PHASES } from '../ingest/events/protection-evaluation.ts';
import { MeasuredValueSchema } from './answer/answer-group.ts';
import { ProtectionEvaluationRowSchema, RequestRowSchema } from './answer/answer-rows.ts';
import { CountSchema, trafficText } from './terms/answer-scalars.ts';
import { EchoedContextSchema, InsightQuerySchema, LogicalRequestIdSchema } from './insight-query.ts';
import { QUERY_LIMITS } from './terms/query-limits.ts';
import { ReadContextSchema } from './terms/read-context.ts';

const closed = { additionalProperties: false } as const;
const { schema, scope, from, to, display_tz, purposes, release_ids } = InsightQuerySchema.properties;

/**
 * The query for the metadata receipt of one request: the framing of the question that showed the request, its read
 * context, and the request.
 */
export const ReceiptQuerySchema = Type.Object(
  {
    schema,
    scope,
    from,
    to,
    display_tz,
    purposes,
    release_ids,
    read_context: EchoedContextSchema,
    logical_request_id: LogicalRequestIdSchema,
  },
  { ...closed, title: 'ReceiptQuery' },
);

export type ReceiptQuery = Static<typeof ReceiptQuerySchema>;

/** The facts about one request except its content. Every part is read at the same pin. */
export const InsightReceiptSchema = Type.Object(
  {
    read_context: ReadContextSchema,
    request: RequestRowSchema,
    final_provider: Type.Optional(trafficText({ description: 'Absent if no provider served the request' })),
    final_model: Type.Optional(trafficText({ description: 'Absent if no model served the request' })),
    connection_id: Type.Optional(trafficText()),
    release_id: Type.Optional(trafficText()),
    route_id: Type.Optional(trafficText()),
    route_version: Type.Optional(trafficText()),
    protection: Type.Object(
      {
        observed: Type.Boolean({
          description: 'If false, nothing was recorded; this does not mean that the request passed',
        }),
        evaluations: Type.Array(ProtectionEvaluationRowSchema, { maxItems: QUERY_LIMITS.query_budget_result_rows }),
        blocked_in: Type.Array(literalUnion(PROTECTION_PHASES), { maxItems: PROTECTION_PHASES.length }),
      },
      closed,
    ),
    attempts: CountSchema,
    provider_cost: MeasuredValueSchema,
  },
  { ...closed, title: 'InsightReceipt' },
);

export type InsightReceipt = Static<typeof InsightReceiptSchema>;
