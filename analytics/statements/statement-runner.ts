import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import { type Attributes, type Span, SpanKind } from '@opentelemetry/api';
import { QUERY_LIMITS } from '../../contracts/insight/terms/query-limits.ts';
import { inSpan } from '../../tracing/in-span.ts';
import { traceparentOf } from '../../tracing/traceparent.ts';
import { unlessAborted } from '../../domain/kernel/unless-aborted.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import type { Ask, BoundQuery } from './bound-query.ts';
import { overBudget } from './over-budget.ts';
import { queryFault } from './query-fault.ts';

/** Runs the statements of questions. */
export interface StatementRunner {
  /**
   * The way in which one question asks. Its time budget begins now and covers all of its statements; an abort ends
   * those that are under way and lets no other begin.
   *
   * @param requestId names the statements in ClickHouse's own logs
   */
  forQuestion(question: { readonly requestId?: string | undefined; readonly signal?: AbortSignal | undefined }): Ask;
}

export interface StatementRunnerParts {
  readonly clickhouse: Pick<ClickHouseClient, 'query'>;
  /** Milliseconds that a statement gets beyond its budget before a silent ClickHouse is given up. */
  readonly patienceMs?: number;
  /** Milliseconds of a clock that only runs forward: a budget is a length of time and no instant. */
  readonly monotonicMs?: () => number;
}

/** A statement under way, and for how many. */
interface Shared {
  readonly rows: Promise<unknown[]>;
  readonly stop: AbortController;
  /** The span of the caller that began it. */
  readonly span: Span;
  askers: number;
  isOver: boolean;
}

/** The arguments that the first caller of a statement gives. */
interface Beginning {
  readonly leftMs: number;
  readonly requestId: string | undefined;
  readonly span: Span;
}

const BUDGET_MS = QUERY_LIMITS.query_budget_seconds * 1_000;

/** ClickHouse ends a statement that is over its budget by itself, within a second or two. */
const PATIENCE_MS = 5_000;

/** Milliseconds after which no read goes on that began before. */
export const MAX_READ_MS = BUDGET_MS + PATIENCE_MS;

/**
 * Statements that are equal to the letter and to the value share one run while it is under way: dashboards that open
 * together ask the same. A pin's fence is among the values, so that they see the same facts. A run ends early when the
 * last of its askers has gone. In a trace, each asker has a span; of one that joined, it links to the span of the run.
 */
export function createStatementRunner({
  clickhouse,
  patienceMs = PATIENCE_MS,
  monotonicMs = () => performance.now(),
}: StatementRunnerParts): StatementRunner {
  const underWay = new Map<string, Shared>();

  return {
    forQuestion: ({ requestId, signal }) => {
      const deadline = monotonicMs() + BUDGET_MS;
      return async <Row>(query: BoundQuery): Promise<Row[]> => {
        signal?.throwIfAborted();
        const leftMs = deadline - monotonicMs();
        if (leftMs <= 0) throw overBudget();
        const id = JSON.stringify([query.sql, query.params]);
        return inSpan(query.tag, { kind: SpanKind.CLIENT, attributes: attributesOf(query) }, async (span) => {
          const shared = underWay.get(id) ?? begin(id, query, { leftMs, requestId, span });
          if (shared.span !== span) span.addLink({ context: shared.span.spanContext() });
          const rows = await join(id, shared, signal);
          span.setAttribute('db.response.returned_rows', rows.length);
          return rows as Row[];
        });
      };
    },
  };

  function begin(id: string, query: BoundQuery, beginning: Beginning): Shared {
    const stop = new AbortController();
    const giveUp = setTimeout(() => stop.abort(), Math.ceil(beginning.leftMs + patienceMs));
    const rows = run(query, beginning, stop.signal).finally(() => {
      clearTimeout(giveUp);
      shared.isOver = true;
      forget(id, shared);
    });
    const shared: Shared = { rows, stop, span: beginning.span, askers: 0, isOver: false };
    underWay.set(id, shared);
    return shared;
  }

  /** The rows of a run, or the abort of this asker alone. */
  async function join(id: string, shared: Shared, signal: AbortSignal | undefined): Promise<unknown[]> {
    shared.askers += 1;
    try {
      return await unlessAborted(shared.rows, signal);
    } finally {
      shared.askers -= 1;
      // An abort makes an error with its stack, which takes as long as to read a small answer: not of what is over.
      if (shared.askers === 0 && !shared.isOver) {
        // Nobody may join a run that is being stopped.
        forget(id, shared);
        shared.stop.abort();
      }
    }
  }

  function forget(id: string, shared: Shared): void {
    if (underWay.get(id) === shared) underWay.delete(id);
  }

  async function run(query: BoundQuery, { leftMs, requestId, span }: Beginning, stop: AbortSignal): Promise<unknown[]> {
    const queryId = [query.tag, requestId ?? 'internal', randomUUID()].join(':');
    span.setAttribute('truetally.clickhouse.query_id', queryId);
    const traceparent = traceparentOf();
    try {
      const result = await clickhouse.query({
        query: query.sql,
        query_params: query.params,
        format: 'JSONEachRow',
        query_id: queryId,
        // A ClickHouse server goes on with the trace in its own `system.opentelemetry_span_log`.
        ...(traceparent !== undefined && { http_headers: { traceparent } }),
        clickhouse_settings: {
          max_execution_time: Math.ceil(leftMs / 1_000),
          max_rows_to_read: String(QUERY_LIMITS.query_budget_rows),
          max_memory_usage: String(QUERY_LIMITS.query_budget_memory_bytes),
          log_comment: query.tag,
        },
        abort_signal: stop,
      });
      return await readAll(result.stream(), stop);
    } catch (fault) {
      throw fault instanceof Refusal ? fault : queryFault(fault);
    }
  }
}

/** The attributes of a statement in a trace: its name, and neither its text nor a value. */
function attributesOf({ tag }: BoundQuery): Attributes {
  return { 'db.system.name': 'clickhouse', 'db.operation.name': 'SELECT', 'db.query.summary': tag };
}

/**
 * All rows of a result within its budget. They are counted here: ClickHouse would hold its own bound against the sets
 * of ids that a statement looks up as well.
 */
function readAll(result: Readable, stop: AbortSignal): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const rows: unknown[] = [];
    // The client stops a request; an answer that has begun is ours to stop.
    const end = (): void => void result.destroy(new Error('The answer of a statement was given up.'));
    const settle = (): void => stop.removeEventListener('abort', end);
    result.on('data', (chunk: readonly { json(): unknown }[]) => {
      try {
        if (rows.length + chunk.length > QUERY_LIMITS.query_budget_result_rows) throw overBudget();
        for (const row of chunk) rows.push(row.json());
      } catch (fault) {
        result.destroy(fault as Error);
      }
    });
    result.once('end', () => resolve(rows));
    result.once('error', reject);
    result.once('close', () => {
      settle();
      // Of no effect after its end.
      reject(new Error('The answer of a statement broke off.'));
    });
    if (stop.aborted) end();
    else stop.addEventListener('abort', end);
  });
}
