import { TRACE_LIMITS } from '../../contracts/traces/trace-limits.ts';
import type { FactsFilter } from '../insight/question/facts-filter.ts';
import { factParams } from '../insight/sql/fact-conditions.ts';
import type { BoundQuery } from '../statements/bound-query.ts';
import { MEASURE_COLUMNS, type MeasureRow } from './trace-figure-columns.ts';
import { tracedRequests, type TraceColumns } from './traced-requests.ts';

/** The kinds of steps: a step with an id, and a request without a step. */
export const STEP_KINDS = { step: 1, request: 2 } as const;

/** One row in the result of `traceStepsQuery`. Empty texts are absent values. */
export interface FoundStep extends MeasureRow {
  /** A value of `STEP_KINDS`. */
  readonly kind: number;
  /** The id of the step, or of the request without a step. */
  readonly step: string;
  readonly first_request: string;
  readonly parent: string;
  readonly agent_names: readonly string[];
  readonly tool_names: readonly string[];
  readonly model_names: readonly string[];
}

/** The row in the result of `traceTotalQuery`. */
export interface TraceTotal extends MeasureRow {
  readonly steps: string;
}

const IS_NAMED = `request.own_step != ''`;
const KIND = `toUInt8(if(${IS_NAMED}, ${STEP_KINDS.step}, ${STEP_KINDS.request}))`;
const STEP = `if(${IS_NAMED}, request.own_step, request.request_id)`;

/**
 * The query for the steps of one trace, in the order of their start, and steps of one instant in the order of their
 * first requests. This order does not depend on ids of steps, which the reader may not be allowed to read. It finds one
 * step more than an answer has, so that a longer trace is detected.
 *
 * A step has the parent that its earliest request states, of the requests that state one.
 */
export function traceStepsQuery(filter: FactsFilter, traceId: string, columns: TraceColumns): BoundQuery {
  const start = 'ifNull(request.first_admission, request.first_fact), request.request_id';
  return {
    tag: 'insight.trace',
    sql: [
      'SELECT',
      `  ${KIND} AS kind,`,
      `  ${STEP} AS step,`,
      `  argMin(request.request_id, (${start})) AS first_request,`,
      `  argMinIf(request.own_parent, (${start}), request.own_parent != '') AS parent,`,
      ...['agent', 'tool', 'model'].map((value) => `  ${valuesOf(value)} AS ${value}_names,`),
      `  ${MEASURE_COLUMNS.join(',\n  ')}`,
      ...requestsOf(filter, columns),
      'GROUP BY kind, step',
      'ORDER BY ifNull(admitted, first), first_request',
      'LIMIT {rows:UInt32}',
    ].join('\n'),
    params: { ...factParams(filter), trace_id: traceId, rows: String(TRACE_LIMITS.max_steps + 1) },
  };
}

/** The query for the number of steps and the figures of a trace with more steps than an answer has. */
export function traceTotalQuery(filter: FactsFilter, traceId: string, columns: TraceColumns): BoundQuery {
  return {
    tag: 'insight.trace_total',
    sql: [
      'SELECT',
      `  toString(uniqExact((${KIND}, ${STEP}))) AS steps,`,
      `  ${MEASURE_COLUMNS.join(',\n  ')}`,
      ...requestsOf(filter, columns),
    ].join('\n'),
    params: { ...factParams(filter), trace_id: traceId },
  };
}

function requestsOf(filter: FactsFilter, columns: TraceColumns): string[] {
  return ['FROM', '(', tracedRequests(filter, 'trace_id = {trace_id:String}', columns), ') AS request'];
}

/**
 * The first distinct values of a step in alphabetical order, and one more than an answer lists, so that further ones
 * are detected.
 */
function valuesOf(value: string): string {
  return `arraySlice(arraySort(groupUniqArrayArray(request.${value}s)), 1, ${TRACE_LIMITS.max_step_values + 1})`;
}
