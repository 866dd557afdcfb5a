import { Type, type Static } from 'typebox';
import { TRACE_ORDERS } from '../../domain/traces/trace-orders.ts';
import { trafficText } from '../insight/terms/answer-scalars.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { traceAnswerMembers } from './trace.ts';
import { TraceFiguresSchema } from './trace-figures.ts';
import { TRACE_LIMITS } from './trace-limits.ts';

const closed = { additionalProperties: false } as const;

/** One trace of a list. */
const TraceSummarySchema = Type.Object(
  { trace_id: trafficText({ minLength: 1 }), figures: TraceFiguresSchema },
  { ...closed, title: 'TraceSummary' },
);

/** The largest traces of a window. */
export const TraceListSchema = Type.Object(
  {
    ...traceAnswerMembers,
    order_by: literalUnion(TRACE_ORDERS),
    traces: Type.Array(TraceSummarySchema, {
      maxItems: TRACE_LIMITS.max_traces,
      description: 'The traces, largest first; traces of equal size in the order of their ids',
    }),
    truncated: Type.Boolean({ description: 'True if the window has further traces' }),
  },
  { ...closed, title: 'TraceList' },
);

export type TraceList = Static<typeof TraceListSchema>;
