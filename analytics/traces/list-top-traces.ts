import type { TraceList } from '../../contracts/traces/trace-list.ts';
import { TRACE_LIMITS } from '../../contracts/traces/trace-limits.ts';
import type { TraceListQuery } from '../../contracts/traces/trace-queries.ts';
import type { FactsFilter } from '../insight/question/facts-filter.ts';
import type { RunQuestionQuery } from '../statements/bound-query.ts';
import { readMeasures } from './read-measures.ts';
import { toTraceFigures, type TraceTerms } from './to-trace-figures.ts';
import { topTracesQuery, type TopTrace } from './top-traces-query.ts';
import { traceSumsQuery, type FoundTrace } from './trace-sums-query.ts';

/** A question for the largest traces, and the conditions under which it is read. */
interface TopTracesRead {
  readonly filter: FactsFilter;
  readonly query: Pick<TraceListQuery, 'order_by' | 'limit'>;
  readonly terms: TraceTerms;
}

/**
 * The largest traces of a window with their figures, largest first.
 *
 * @throws Refusal as `ask` does
 */
export async function listTopTraces(
  ask: RunQuestionQuery,
  { filter, query, terms }: TopTracesRead,
): Promise<Pick<TraceList, 'traces' | 'truncated'>> {
  const limit = query.limit ?? TRACE_LIMITS.default_traces;
  // One more than the list shows, to detect whether the window has further traces.
  const found = await ask<TopTrace>(topTracesQuery(filter, query.order_by, limit + 1));
  const ids = found.slice(0, limit).map(({ trace_id: id }) => id);
  const sums = ids.length === 0 ? [] : await ask<FoundTrace>(traceSumsQuery(filter, ids, terms.mayReadCost));
  const figures = new Map(sums.map((trace) => [trace.trace, toTraceFigures(readMeasures(trace), terms)]));
  return {
    traces: ids.flatMap((id) => {
      const held = figures.get(id);
      return held === undefined ? [] : [{ trace_id: id, figures: held }];
    }),
    truncated: found.length > limit,
  };
}
