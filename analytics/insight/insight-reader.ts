import type { ClickHouseClient } from '@clickhouse/client';
import { refuseInconsistentQuestion, questionWindow } from '../../contracts/insight/refuse-inconsistent-question.ts';
import { refuseForbiddenDimensions } from '../../contracts/insight/refuse-forbidden-dimensions.ts';
import { refuseForeignScope } from '../../contracts/insight/refuse-foreign-scope.ts';
import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import type { InsightReceipt, ReceiptQuery } from '../../contracts/insight/insight-receipt.ts';
import type { ReadScope } from '../../domain/tenancy/scope.ts';
import type { TimeSpan } from '../../domain/insight/coverage.ts';
import { createStatementRunner } from '../statements/statement-runner.ts';
import type { RunQuestionQuery } from '../statements/bound-query.ts';
import { computePreviousPeriod, readGroups } from './read-groups.ts';
import { missingTraffic } from './pin/missing-traffic.ts';
import { openRead, type OpenedRead, type ReadParts } from './pin/open-read.ts';
import { findReceipt } from './rows/find-receipt.ts';
import { readRows } from './rows/read-rows.ts';
import { SUPPORTED_RANGE } from './question/supported-range.ts';

/** One question, the leaves that it covers, and the signal that stops it. */
export interface InsightQuestion {
  readonly scope: ReadScope;
  readonly query: InsightQuery;
  /** The id that names the statements in ClickHouse's own logs. */
  readonly requestId?: string;
  readonly signal?: AbortSignal;
}

/** A question for the receipt of a request, and the framing that showed the request. */
export interface ReceiptQuestion extends Omit<InsightQuestion, 'query'> {
  readonly query: ReceiptQuery;
}

/** An answer, and the cursor for its further rows. */
export interface AnsweredQuestion {
  readonly answer: InsightAnswer;
  /** Present if more rows follow. It continues under the read context of the answer. */
  readonly nextCursor?: string;
}

/**
 * Answers insight questions. Throws a `Refusal`; if ClickHouse does not answer, its code is `dependency_unavailable`.
 */
export interface InsightReader {
  answer(question: InsightQuestion): Promise<AnsweredQuestion>;
  /**
   * Returns the metadata receipt of a request. Throws `not_found` if the framing does not show the request under its
   * pin.
   */
  receipt(question: ReceiptQuestion): Promise<InsightReceipt>;
}

export interface InsightReaderParts extends ReadParts {
  readonly clickhouse: Pick<ClickHouseClient, 'query'>;
}

/** The body of an answer: groups or one kind of rows. */
type AnswerBody = Pick<InsightAnswer, 'groups' | 'requests' | 'attempts' | 'feedback' | 'markers' | 'truncated'>;

/** Creates a reader that queries ClickHouse. It writes nothing. */
export function createInsightReader(parts: InsightReaderParts): InsightReader {
  const runner = createStatementRunner(parts);
  return {
    answer: async ({ scope, query, ...request }) => {
      refuseForeignScope(query, scope);
      refuseInconsistentQuestion(query);
      refuseForbiddenDimensions(query, scope);
      const read = await openRead(parts, scope, query, lookedAt(query));
      const { body, nextCursor } = await readBody(runner.forQuestion(request), query, read, parts);
      const { truncated, ...members } = body;
      const missing = missingTraffic(read);
      return {
        answer: {
          read_context: read.pin,
          minted: read.minted,
          shape: query.shape,
          ...members,
          coverage: read.pin.coverage,
          ...(missing !== undefined && { missing }),
          truncated,
        },
        ...(nextCursor !== undefined && { nextCursor }),
      };
    },
    receipt: async ({ scope, query, ...request }) => {
      refuseForeignScope(query, scope);
      const { logical_request_id: logicalRequestId, ...framing } = query;
      refuseInconsistentQuestion({ ...framing, shape: 'drilldown', drilldown: 'request' });
      // The costs of a request may arise long after its window.
      const read = await openRead(parts, scope, query, { to: SUPPORTED_RANGE.to });
      return findReceipt(runner.forQuestion(request), read, logicalRequestId);
    },
  };
}

async function readBody(
  ask: RunQuestionQuery,
  query: InsightQuery,
  read: OpenedRead,
  { sealKey }: Pick<ReadParts, 'sealKey'>,
): Promise<{ body: AnswerBody; nextCursor?: string }> {
  switch (query.shape) {
    case 'overview':
    case 'series':
    case 'facets': {
      const { groups, truncated } = await readGroups(ask, query, read);
      return { body: { ...(groups.length > 0 && { groups }), truncated } };
    }
    case 'drilldown':
    case 'markers': {
      const page = await readRows(ask, { query, opened: read, sealKey });
      const { body, truncated, nextCursor } = page;
      return { body: { ...body, truncated }, ...(nextCursor !== undefined && { nextCursor }) };
    }
  }
}

/**
 * The additional time before its window that an answer reads. It starts at the previous period. For cost effects it
 * starts at their attempts, which an exclusion long before the window may cover.
 */
function lookedAt(query: InsightQuery): Partial<TimeSpan> {
  if (query.attempt_filter?.cost_effects_only === true) return { from: SUPPORTED_RANGE.from };
  return query.comparison === undefined ? {} : { from: computePreviousPeriod(questionWindow(query)).from };
}
