import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import { type Attributes, type Span, SpanKind } from '@opentelemetry/api';
import { QUERY_LIMITS } from '../../contracts/insight/terms/query-limits.ts';
import { inSpan } from '../../tracing/in-span.ts';
import { formatTraceparent } from '../../tracing/traceparent.ts';
import { unlessAborted } from '../../domain/kernel/unless-aborted.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import type { RunQuestionQuery, BoundQuery } from './bound-query.ts';
import { budgetExceeded } from './budget-exceeded.ts';
import { queryFault } from './query-fault.ts';
import { statementBytes } from './statement-bytes.ts';

/** Runs the statements of questions. */
export interface StatementRunner {
  /**
   * Creates the runner of one question. Its time budget begins immediately and covers all of its statements. An abort
   * stops running statements and prevents further ones.
   *
   * @param requestId names the statements in ClickHouse's own logs
   */
  forQuestion(question: {
    readonly requestId?: string | undefined;
    readonly signal?: AbortSignal | undefined;
  }): RunQuestionQuery;
}

export interface StatementRunnerParts {
  readonly clickhouse: Pick<ClickHouseClient, 'query'>;
  /** Milliseconds beyond the budget of a statement before it gives up on a silent ClickHouse. */
  readonly patienceMs?: number;
  /** A monotonic clock in milliseconds: a budget is a duration, not an instant. */
  readonly monotonicMs?: () => number;
}

/** A running statement, and the number of its callers. */
interface Shared {
  readonly rows: Promise<unknown[]>;
  readonly stop: AbortController;
  /** The span of the caller that started the run. */
  readonly span: Span;
  askers: number;
  isOver: boolean;
}

/** The arguments from the first caller of a statement. */
interface Beginning {
  readonly leftMs: number;
  readonly requestId: string | undefined;
  readonly span: Span;
}

const BUDGET_MS = QUERY_LIMITS.query_budget_seconds * 1_000;

/** ClickHouse itself stops a statement that exceeds its budget, within a second or two. */
const PATIENCE_MS = 5_000;

/** The maximum duration of a read in milliseconds. */
export const MAX_READ_MS = BUDGET_MS + PATIENCE_MS;

/**
 * Runs statements; concurrent callers with the same text and values share one run, because dashboards that are opened
 * together ask the same questions. The fence of the pin is one of the values, so they see the same facts. A run is
 * stopped when its last caller has left. Each caller has a span; the span of a caller that joined links to the span of
 * the run.
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
        if (leftMs <= 0) throw budgetExceeded();
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

  /** The rows of a run; rejects if this caller alone is aborted. */
  async function join(id: string, shared: Shared, signal: AbortSignal | undefined): Promise<unknown[]> {
    shared.askers += 1;
    try {
      return await unlessAborted(shared.rows, signal);
    } finally {
      shared.askers -= 1;
      // An abort creates an error with a stack, which takes as long as reading a small answer, so a finished run is not
      // aborted.
      if (shared.askers === 0 && !shared.isOver) {
        // No caller may join a run that is being stopped.
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
    const traceparent = formatTraceparent();
    try {
      const result = await clickhouse.query({
        query: query.sql,
        query_params: query.params,
        format: 'JSONEachRow',
        query_id: queryId,
        // A ClickHouse server continues the trace in its own `system.opentelemetry_span_log`.
        ...(traceparent !== undefined && { http_headers: { traceparent } }),
        clickhouse_settings: {
          max_execution_time: Math.ceil(leftMs / 1_000),
          max_rows_to_read: String(QUERY_LIMITS.query_budget_rows),
          max_memory_usage: String(QUERY_LIMITS.query_budget_memory_bytes),
          log_comment: query.tag,
          ...longStatement(query.sql),
        },
        abort_signal: stop,
      });
      return await readAll(result.stream(), stop);
    } catch (fault) {
      throw fault instanceof Refusal ? fault : queryFault(fault);
    }
  }
}

/** The default maximum of a statement in bytes. */
const MAX_STATEMENT_BYTES = 262_144;

/** The setting that allows a long statement, such as one with the units of a large calibration. */
function longStatement(sql: string): { readonly max_query_size?: string } {
  const bytes = statementBytes(sql);
  return Number(bytes) > MAX_STATEMENT_BYTES ? { max_query_size: bytes } : {};
}

/** The attributes of a statement in a trace: its name, but neither its text nor its values. */
function attributesOf({ tag }: BoundQuery): Attributes {
  return { 'db.system.name': 'clickhouse', 'db.operation.name': 'SELECT', 'db.query.summary': tag };
}

/**
 * All rows of a result, within the budget. They are counted here because ClickHouse applies its own limit also to the
 * sets of ids that a statement looks up.
 */
function readAll(result: Readable, stop: AbortSignal): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const rows: unknown[] = [];
    // The client only aborts requests; an answer that has begun must be stopped here.
    const end = (): void => void result.destroy(new Error('The answer of a statement was given up.'));
    const settle = (): void => stop.removeEventListener('abort', end);
    result.on('data', (chunk: readonly { json(): unknown }[]) => {
      try {
        if (rows.length + chunk.length > QUERY_LIMITS.query_budget_result_rows) throw budgetExceeded();
        for (const row of chunk) rows.push(row.json());
      } catch (fault) {
        result.destroy(fault as Error);
      }
    });
    result.once('end', () => resolve(rows));
    result.once('error', reject);
    result.once('close', () => {
      settle();
      // This has no effect if the answer is complete.
      reject(new Error('The answer of a statement was interrupted.'));
    });
    if (stop.aborted) end();
    else stop.addEventListener('abort', end);
  });
}
