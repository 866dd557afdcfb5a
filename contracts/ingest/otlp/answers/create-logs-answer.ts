import type { OtlpLogsAnswer } from '../logs/otlp-logs.ts';
import { partialSuccess, type AnsweredItems } from './partial-success.ts';

/**
 * The answer to log records. Records that describe no call of a model are not counted, because most records of an agent
 * are about something else.
 */
export function createLogsAnswer({
  refused,
  unpriced,
  ignoredCosts,
  droppedTags,
  faults,
}: Omit<AnsweredItems, 'ignored'>): OtlpLogsAnswer {
  const items = { ignored: 0, refused, unpriced, ignoredCosts, droppedTags, faults };
  const partial = partialSuccess(items, { one: 'Record', many: 'log records' });
  if (partial === undefined) return {};
  return { partialSuccess: { rejectedLogRecords: partial.rejected, errorMessage: partial.errorMessage } };
}
