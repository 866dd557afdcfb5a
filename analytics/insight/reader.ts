import type { ClickHouseClient } from '@clickhouse/client';
import type { InsightAnswer } from '../../contracts/insight/insight-answer.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import type { ReadScope } from '../../domain/access/scope.ts';
import type { Clock } from '../../domain/clock.ts';
import type { IngestState } from './ingest-state.ts';
import { DefectError } from '../../domain/errors.ts';

/** One question, the leaves that it is answered over, and what may stop it. */
export interface InsightQuestion {
  readonly scope: ReadScope;
  readonly query: InsightQuery;
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
}

/** The reader over ClickHouse. */
export function createInsightReader(parts: InsightReaderParts): InsightReader {
  return {
    answer: () => Promise.reject(new DefectError(`No shape is answered yet at ${parts.clock.now().toISOString()}.`)),
  };
}
