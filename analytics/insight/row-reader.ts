import type { InsightAnswer } from '../../contracts/insight/insight-answer.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import { Refusal } from '../../domain/errors.ts';
import type { OpenedRead } from './open-read.ts';
import type { SealKey } from './read-context.ts';
import type { Ask } from './statement.ts';

/** A drilldown or a question for markers, and the pin that it is answered under. */
export interface RowRead {
  readonly query: InsightQuery;
  readonly opened: OpenedRead;
  /** Seals cursors: the key of read contexts. */
  readonly sealKey: SealKey;
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
