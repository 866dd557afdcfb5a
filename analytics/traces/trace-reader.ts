import type { ClickHouseClient } from '@clickhouse/client';
import { refuseForeignScope } from '../../contracts/insight/refuse-foreign-scope.ts';
import { refuseInconsistentQuestion } from '../../contracts/insight/refuse-inconsistent-question.ts';
import type { Trace } from '../../contracts/traces/trace.ts';
import type { TraceList } from '../../contracts/traces/trace-list.ts';
import type { TraceListQuery, TraceQuery } from '../../contracts/traces/trace-queries.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { coverageEntries, computeSpanCoverage } from '../../domain/insight/coverage.ts';
import type { ReadScope } from '../../domain/tenancy/scope.ts';
import { missingTraffic } from '../insight/pin/missing-traffic.ts';
import { factsFilter, openRead, type OpenedRead, type ReadParts } from '../insight/pin/open-read.ts';
import { createStatementRunner } from '../statements/statement-runner.ts';
import { listTopTraces } from './list-top-traces.ts';
import { readTraceTree } from './read-trace-tree.ts';
import type { TraceTerms } from './to-trace-figures.ts';

/** A question about traces, the leaves that it covers, and the signal that stops it. */
export interface TraceQuestion<Query> {
  readonly scope: ReadScope;
  readonly query: Query;
  /** The id that names the statements in ClickHouse's own logs. */
  readonly requestId?: string;
  readonly signal?: AbortSignal;
}

/**
 * Answers questions about traces. Throws a `Refusal`; if ClickHouse does not answer, its code is
 * `dependency_unavailable`.
 */
export interface TraceReader {
  /** Returns the steps of a trace as a tree. Throws `not_found` if the window has no facts of the trace. */
  read(question: TraceQuestion<TraceQuery>): Promise<Trace>;
  /** Returns the largest traces of a window. Throws `forbidden` for the order by spend without `cost.read`. */
  list(question: TraceQuestion<TraceListQuery>): Promise<TraceList>;
}

export interface TraceReaderParts extends ReadParts {
  readonly clickhouse: Pick<ClickHouseClient, 'query'>;
}

/** Creates a reader that queries ClickHouse. It writes nothing. */
export function createTraceReader(parts: TraceReaderParts): TraceReader {
  const runner = createStatementRunner(parts);
  return {
    read: async ({ scope, query, ...request }) => {
      refuseFraming(query, scope);
      const opened = await openRead(parts, scope, query);
      const tree = await readTraceTree(runner.forQuestion(request), {
        filter: factsFilter(opened),
        traceId: query.trace_id,
        terms: termsOf(opened),
        mayReadDimensions: scope.mayReadDimensions,
      });
      return { ...answerMembers(opened), trace_id: query.trace_id, ...tree };
    },
    list: async ({ scope, query, ...request }) => {
      refuseFraming(query, scope);
      if (query.order_by === 'spend' && !scope.mayReadCost) throw forbiddenOrder();
      const opened = await openRead(parts, scope, query);
      const list = await listTopTraces(runner.forQuestion(request), {
        filter: factsFilter(opened),
        query,
        terms: termsOf(opened),
      });
      return { ...answerMembers(opened), order_by: query.order_by, ...list };
    },
  };
}

/**
 * Refuses the framing of a question as that of an insight question. An absent scope means everything that the caller
 * can read.
 */
function refuseFraming({ scope: named = {}, ...framing }: TraceQuery | TraceListQuery, scope: ReadScope): void {
  const { schema, from, to, display_tz, purposes, read_context } = framing;
  const question = {
    schema,
    scope: named,
    from,
    to,
    ...(display_tz !== undefined && { display_tz }),
    ...(purposes !== undefined && { purposes }),
    ...(read_context !== undefined && { read_context }),
  };
  refuseForeignScope(question, scope);
  refuseInconsistentQuestion({ ...question, shape: 'drilldown', drilldown: 'request' });
}

function forbiddenOrder(): Refusal {
  const detail =
    'The order of traces by spend requires `cost.read` on every environment of the question. Send another `order_by`, or ask for the permission.';
  return new Refusal('forbidden', detail, { faults: [{ pointer: '/order_by', detail }] });
}

function termsOf({ subject, snapshot }: OpenedRead): TraceTerms {
  const coverage = computeSpanCoverage(subject, snapshot.gaps, snapshot.keepsFrom);
  return { gaps: coverageEntries(coverage, 'gateway_journal'), mayReadCost: subject.scope.mayReadCost };
}

function answerMembers(opened: OpenedRead): Pick<Trace, 'read_context' | 'minted' | 'coverage' | 'missing'> {
  const missing = missingTraffic(opened);
  return {
    read_context: opened.pin,
    minted: opened.minted,
    coverage: opened.pin.coverage,
    ...(missing !== undefined && { missing }),
  };
}
