import { Type, type Static } from 'typebox';
import { TRACE_ORDERS } from '../../domain/traces/trace-orders.ts';
import { InsightQuerySchema } from '../insight/insight-query.ts';
import { FILTER_TEXT_PATTERN, idTextSchema, MAX_ID_BYTES } from '../wire/id-text.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { wholeSchema } from '../wire/scalars.ts';
import { TRACE_LIMITS } from './trace-limits.ts';

const closed = { additionalProperties: false } as const;
const { schema, scope, from, to, display_tz, purposes, read_context } = InsightQuerySchema.properties;

/**
 * The members that frame every read of traces. They are those of an insight question, so that one read context applies
 * to both.
 */
const framing = { schema, scope, from, to, display_tz, purposes, read_context };

/** The id of a trace, as traffic states it. */
const TraceIdSchema = idTextSchema({
  title: 'TraceId',
  minLength: 1,
  pattern: FILTER_TEXT_PATTERN,
  'x-form': `1 to ${MAX_ID_BYTES} bytes, no control characters`,
  description: `Id of one trace: 1 to ${MAX_ID_BYTES} bytes, no control characters`,
});

/** The question for the steps of one trace. */
export const TraceQuerySchema = Type.Object(
  { ...framing, trace_id: TraceIdSchema },
  { ...closed, title: 'TraceQuery' },
);

export type TraceQuery = Static<typeof TraceQuerySchema>;

/** The question for the largest traces of a window. */
export const TraceListQuerySchema = Type.Object(
  {
    ...framing,
    order_by: literalUnion(TRACE_ORDERS, {
      description:
        'The figure by which traces are ordered, largest first. `spend` needs `cost.read`, and calls without a price count as 0 in this order. `duration` is the time from the first admission to the last ending.',
    }),
    limit: Type.Optional(
      wholeSchema(1, TRACE_LIMITS.max_traces, {
        default: TRACE_LIMITS.default_traces,
        description: 'Number of traces',
      }),
    ),
  },
  { ...closed, title: 'TraceListQuery' },
);

export type TraceListQuery = Static<typeof TraceListQuerySchema>;
