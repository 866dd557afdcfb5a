import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { refuseUnaskable, windowOf } from '../../contracts/insight/askable.ts';
import { refuseForeignScope } from '../../contracts/insight/foreign-scope.ts';
import type { InsightAnswer } from '../../contracts/insight/insight-answer.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import { QUERY_LIMITS } from '../../contracts/insight/limits.ts';
import { isMetric, showsMoney } from '../../contracts/insight/measurement-catalogue.ts';
import type { ReadScope } from '../../domain/access/scope.ts';
import type { Clock } from '../../domain/clock.ts';
import { PURPOSES, type Purpose } from '../../domain/insight-sets.ts';
import type { IngestState } from './ingest-state.ts';
import { overviewGroup } from './overview-groups.ts';
import { overviewQuery } from './overview-query.ts';
import { decodeOverview, type OverviewRow } from './overview-sums.ts';
import { queryFault } from './query-fault.ts';
import { checkReadContext, mintReadContext, type ContextSubject } from './read-context.ts';

/** One question, the leaves that it is answered over, and what may stop it. */
export interface InsightQuestion {
  readonly scope: ReadScope;
  readonly query: InsightQuery;
  /** Names the statement in ClickHouse's own logs. */
  readonly requestId?: string;
  readonly signal?: AbortSignal;
}

/** Answers insight questions. Throws `Refusal`s; a ClickHouse that does not answer is `dependency_unavailable`. */
export interface InsightReader {
  answer(question: InsightQuestion): Promise<InsightAnswer>;
}

export interface InsightReaderParts {
  readonly clickhouse: ClickHouseClient;
  readonly ingestState: IngestState;
  /** Seals read contexts; every process that reads must hold the same one. */
  readonly sealKey: string | Uint8Array;
  readonly clock: Clock;
  /** Milliseconds after which a ClickHouse that is silent does not answer; a little over the budget unless said. */
  readonly patienceMs?: number;
}

const DEFAULT_PURPOSES: readonly Purpose[] = ['application'];

const BUDGET = {
  max_execution_time: QUERY_LIMITS.query_budget_seconds,
  max_rows_to_read: String(QUERY_LIMITS.query_budget_rows),
  max_memory_usage: String(QUERY_LIMITS.query_budget_memory_bytes),
} as const;

/** A ClickHouse that keeps to the budget has answered by then; one that has not does not answer. */
const PATIENCE_MS = (QUERY_LIMITS.query_budget_seconds + 5) * 1_000;

/** The reader over ClickHouse. Reads write nothing. */
export function createInsightReader({
  clickhouse,
  ingestState,
  sealKey,
  clock,
  patienceMs = PATIENCE_MS,
}: InsightReaderParts): InsightReader {
  return {
    answer: async ({ scope, query, requestId, signal }) => {
      refuseForeignScope(query, scope);
      refuseUnaskable(query);
      const subject = subjectOf(scope, query);
      const snapshot = await ingestState.read({ ...scope, from: subject.from, to: subject.to });
      const minted = query.read_context === undefined;
      const pin = minted
        ? mintReadContext(sealKey, subject, snapshot, clock.now())
        : checkReadContext(sealKey, query.read_context, subject, snapshot, clock.now());
      const metrics = query.metrics ?? [];
      const { sql, params } = overviewQuery({
        ...subject,
        ...scope,
        fence: BigInt(pin.arrival_fence),
        money: scope.mayReadCost && metrics.some((id) => isMetric(id) && showsMoney(id)),
      });
      const rows = await run({ sql, params, tag: 'insight.overview', requestId, signal });
      const groups = decodeOverview(rows).map((sums) => overviewGroup(sums, metrics, pin, scope.mayReadCost));
      return {
        read_context: pin,
        minted,
        shape: query.shape,
        ...(groups.length > 0 && { groups }),
        coverage: pin.coverage,
        truncated: false,
      };
    },
  };

  async function run(statement: {
    sql: string;
    params: Record<string, unknown>;
    tag: string;
    requestId: string | undefined;
    signal: AbortSignal | undefined;
  }): Promise<OverviewRow[]> {
    // The client heeds a signal only while its request is on the way.
    statement.signal?.throwIfAborted();
    const late = AbortSignal.timeout(patienceMs);
    try {
      const result = await clickhouse.query({
        query: statement.sql,
        query_params: statement.params,
        format: 'JSONEachRow',
        query_id: [statement.tag, statement.requestId ?? 'internal', randomUUID()].join(':'),
        clickhouse_settings: { ...BUDGET, log_comment: statement.tag },
        abort_signal: statement.signal === undefined ? late : AbortSignal.any([statement.signal, late]),
      });
      return await result.json<OverviewRow>();
    } catch (fault) {
      statement.signal?.throwIfAborted();
      throw queryFault(fault);
    }
  }
}

function subjectOf(scope: ReadScope, query: InsightQuery): ContextSubject {
  const asked = query.purposes ?? DEFAULT_PURPOSES;
  return {
    scope,
    releaseIds: [...new Set(query.release_ids)].sort(),
    ...windowOf(query),
    displayTz: query.display_tz ?? 'UTC',
    purposes: PURPOSES.filter((purpose) => asked.includes(purpose)),
  };
}
