import { TRACE_LIMITS } from '../../contracts/traces/trace-limits.ts';
import type { FactsFilter } from '../insight/question/facts-filter.ts';
import { factParams } from '../insight/sql/fact-conditions.ts';
import type { BoundQuery } from '../statements/bound-query.ts';
import { MEASURE_COLUMNS, type MeasureRow } from './trace-figure-columns.ts';
import { tracedRequests, type TraceColumns } from './traced-requests.ts';

/** The kinds of rows: the complete trace, a step with an id, and a request without a step. */
export const TRACE_ROW_KINDS = { whole: 0, step: 1, request: 2 } as const;

/** One row in the result of `traceStepsQuery`. Empty texts are absent values. */
export interface FoundStep extends MeasureRow {
  /** A value of `TRACE_ROW_KINDS`. */
  readonly kind: number;
  /** The id of the step, or of the request without a step. */
  readonly step: string;
  readonly first_request: string;
  readonly parent: string;
  readonly agent_names: readonly string[];
  readonly tool_names: readonly string[];
  readonly model_names: readonly string[];
  /** The number of steps of the complete trace, only in its row; 1 in the others. */
  readonly steps: string;
}

/**
 * The query for the steps of one trace. The first row is the complete trace; the steps follow in the order of their
 * start, and steps of one instant in the order of their first requests. This order does not depend on ids of steps,
 * which the reader may not be allowed to read. Without facts, there is no row.
 *
 * A step has the parent that its earliest request states, of the requests that state one.
 */
export function traceStepsQuery(filter: FactsFilter, traceId: string, columns: TraceColumns): BoundQuery {
  const { whole, step, request } = TRACE_ROW_KINDS;
  const isNamed = `request.own_step != ''`;
  const own = `toUInt8(if(${isNamed}, ${step}, ${request})), if(${isNamed}, request.own_step, request.request_id)`;
  const start = 'ifNull(request.first_admission, request.first_fact), request.request_id';
  return {
    tag: 'insight.trace',
    sql: [
      'SELECT',
      '  part.1 AS kind,',
      '  part.2 AS step,',
      `  argMin(request.request_id, (${start})) AS first_request,`,
      `  argMinIf(request.own_parent, (${start}), request.own_parent != '') AS parent,`,
      ...['agent', 'tool', 'model'].map((value) => `  ${valuesOf(value)} AS ${value}_names,`),
      `  toString(uniqExact((${own}))) AS steps,`,
      `  ${MEASURE_COLUMNS.join(',\n  ')}`,
      'FROM',
      '(',
      tracedRequests(filter, 'trace_id = {trace_id:String}', columns),
      ') AS request',
      `ARRAY JOIN [(toUInt8(${whole}), ''), (${own})] AS part`,
      'GROUP BY kind, step',
      `ORDER BY kind = ${whole} DESC, started, first_request`,
      'LIMIT {rows:UInt32}',
    ].join('\n'),
    params: { ...factParams(filter), trace_id: traceId, rows: String(1 + TRACE_LIMITS.max_steps) },
  };
}

/**
 * The first distinct values of a step in alphabetical order, and one more than an answer lists, so that further ones
 * are detected. The row of the complete trace lists none, because it could have as many as requests.
 */
function valuesOf(value: string): string {
  const all = `groupUniqArrayArray(if(part.1 = ${TRACE_ROW_KINDS.whole}, emptyArrayString(), request.${value}s))`;
  return `arraySlice(arraySort(${all}), 1, ${TRACE_LIMITS.max_step_values + 1})`;
}
