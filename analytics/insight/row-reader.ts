import type { InsightAnswer } from '../../contracts/insight/insight-answer.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import type { ReadContext } from '../../contracts/insight/read-context.ts';
import type { ReadScope } from '../../domain/access/scope.ts';
import { Refusal } from '../../domain/errors.ts';
import type { FactsFilter } from './facts-filter.ts';
import type { Ask } from './statement.ts';

/** A drilldown or a question for markers, and the pin that it is answered under. */
export interface RowRead {
  readonly query: InsightQuery;
  /** What the pin shows of the question's window; with its purposes. */
  readonly filter: FactsFilter;
  readonly scope: ReadScope;
  readonly pin: ReadContext;
  /** Seals cursors: the key of read contexts. */
  readonly sealKey: string | Uint8Array;
}

/** One page of rows. */
export interface RowPage {
  readonly body: Pick<InsightAnswer, 'requests' | 'attempts' | 'feedback' | 'markers'>;
  /** The page is full: more rows may follow. */
  readonly truncated: boolean;
  /** Present where more rows follow. */
  readonly nextCursor?: string;
}

/**
 * The rows of one page, newest first.
 *
 * @throws Refusal `forbidden`, `validation_failed` at `/cursor`, or what `ask` throws
 */
export function readRows(_ask: Ask, _read: RowRead): Promise<RowPage> {
  return Promise.reject(new Refusal('invalid_query', 'Rows are not answered yet.'));
}
