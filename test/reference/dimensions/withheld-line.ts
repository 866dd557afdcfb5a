import type { AnswerGroup } from '../../../contracts/insight/answer/answer-group.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';

/** The cells of all named values, for a reader without the permission to read them. They have no figure. */
export function withheldCells({ metrics = [] }: Pick<InsightQuery, 'metrics'>): AnswerGroup['cells'] {
  return metrics.map((metric) => ({ metric, value: { state: 'unavailable', reason: 'scope_not_authorized' } }));
}
