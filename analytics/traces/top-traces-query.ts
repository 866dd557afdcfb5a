import type { TraceOrder } from '../../domain/traces/trace-orders.ts';
import type { FactsFilter } from '../insight/question/facts-filter.ts';
import { endingConditions, factConditions, factParams } from '../insight/sql/fact-conditions.ts';
import type { BoundQuery } from '../statements/bound-query.ts';

/** The id of a trace in the result of `topTracesQuery`. */
export interface TopTrace {
  readonly trace_id: string;
}

/** The facts by which traces are ordered, and their figure. */
interface Ranking {
  readonly from: readonly string[];
  readonly rank: string;
}

/**
 * The query for the largest traces, largest first; equal ones in the order of their ids. It reads only the facts of the
 * figure. The other figures are read for the traces that are shown, because sums for each trace of a window are the
 * largest part of the work.
 */
export function topTracesQuery(filter: FactsFilter, order: TraceOrder, rows: number): BoundQuery {
  const { from, rank } = rankingOf(filter, order);
  return {
    tag: 'insight.traces',
    sql: [
      'SELECT trace_id',
      ...from,
      'GROUP BY trace_id',
      `ORDER BY ${rank} DESC, trace_id`,
      'LIMIT {rows:UInt32}',
    ].join('\n'),
    params: { ...factParams(filter), rows: String(rows) },
  };
}

function rankingOf(filter: FactsFilter, order: TraceOrder): Ranking {
  const facts = (timeBase: string): string[] => factConditions(timeBase, filter, 'included');
  switch (order) {
    case 'spend':
      return { from: tracedFacts('cost_effects_v1', facts('occurred_at')), rank: 'sum(toInt128(nanos))' };
    case 'tokens':
      return {
        from: tracedFacts('attempts_v1', facts('dispatched_at')),
        rank: 'sum(toInt128(ifNull(total_tokens, 0)))',
      };
    case 'requests':
      return { from: tracedFacts('request_admissions_v1', facts('admitted_at')), rank: 'count()' };
    case 'duration':
      return { from: tracedTimes(filter), rank: 'ifNull(max(finished) - min(started), -1)' };
  }
}

/** Admissions and endings. A trace can begin with a request that has not ended. */
function tracedTimes(filter: FactsFilter): string[] {
  const branch = (finished: string, from: readonly string[]): string[] => [
    '  SELECT',
    '    trace_id,',
    '    toUnixTimestamp64Milli(admitted_at) AS started,',
    `    ${finished} AS finished`,
    ...from.map((line) => `  ${line}`),
  ];
  return [
    'FROM',
    '(',
    ...branch('NULL', tracedFacts('request_admissions_v1', factConditions('admitted_at', filter, 'included'))),
    '  UNION ALL',
    ...branch(
      'toUnixTimestamp64Milli(terminal_at)',
      tracedFacts('request_terminals_v1', endingConditions(filter, 'included')),
    ),
    ')',
  ];
}

function tracedFacts(table: string, conditions: readonly string[]): string[] {
  return [`FROM ${table}`, `WHERE ${[...conditions, `trace_id != ''`].join('\n  AND ')}`];
}
