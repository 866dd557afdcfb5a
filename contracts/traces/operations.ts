import type { RefusalCode } from '../../domain/kernel/errors.ts';
import { WORKSPACE_PATH } from '../tenancy/paths.ts';
import { envelopeSchema } from '../wire/envelope.ts';
import type { Operations } from '../wire/operations/operation.ts';
import { TraceListSchema } from './trace-list.ts';
import { TraceSchema } from './trace.ts';

const REFUSALS = [
  'forbidden',
  'window_too_large',
  'invalid_query',
  'read_context_expired',
  'budget_exceeded',
] as const satisfies readonly RefusalCode[];

/** The operations that answer questions about traces of agents. */
export const TRACE_OPERATIONS = {
  'customer.traces.read': {
    method: 'POST',
    path: `${WORKSPACE_PATH}/traces/read`,
    success: 200,
    answer: envelopeSchema('trace', TraceSchema),
    effect: 'read',
    refusals: REFUSALS,
    tag: 'traces',
    summary: 'Read a trace as a tree',
    description:
      'Returns the steps of one trace with parent, agents, tools, models, requests, tokens, latency and cost, each alone and with the steps below it. Every figure covers the window, the purposes and the environments of the question. Without `scope`, the question covers everything that the caller can read.',
  },
  'customer.traces.list': {
    method: 'POST',
    path: `${WORKSPACE_PATH}/traces/list`,
    success: 200,
    answer: envelopeSchema('trace-list', TraceListSchema),
    effect: 'read',
    refusals: REFUSALS,
    tag: 'traces',
    summary: 'List the largest traces',
    description:
      'Returns the traces of a window with the highest spend, the most tokens or requests, or the longest duration. Requests without a trace are not listed. Without `scope`, the question covers everything that the caller can read.',
  },
} as const satisfies Operations;
