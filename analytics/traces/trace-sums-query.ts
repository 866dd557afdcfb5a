import type { FactsFilter } from '../insight/question/facts-filter.ts';
import { factParams } from '../insight/sql/fact-conditions.ts';
import type { BoundQuery } from '../statements/bound-query.ts';
import { MEASURE_COLUMNS, type MeasureRow } from './trace-figure-columns.ts';
import { tracedRequests } from './traced-requests.ts';

/** The figures of one trace in the result of `traceSumsQuery`. */
export interface FoundTrace extends MeasureRow {
  readonly trace: string;
}

/** The query for the figures of these traces, in no particular order. A trace without facts has no row. */
export function traceSumsQuery(filter: FactsFilter, traceIds: readonly string[], money: boolean): BoundQuery {
  return {
    tag: 'insight.trace_sums',
    sql: [
      'SELECT',
      '  request.trace AS trace,',
      `  ${MEASURE_COLUMNS.join(',\n  ')}`,
      'FROM',
      '(',
      tracedRequests(filter, 'trace_id IN {trace_ids:Array(String)}', { money, dimensions: false }),
      ') AS request',
      'GROUP BY request.trace',
    ].join('\n'),
    params: { ...factParams(filter), trace_ids: traceIds },
  };
}
