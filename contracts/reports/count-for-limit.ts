import type { InsightAnswer } from '../insight/answer/insight-answer.ts';
import type { InsightQuery } from '../insight/insight-query.ts';
import { QUERY_LIMITS } from '../insight/terms/query-limits.ts';
import type { AnswerSizes } from './answer-without-dimensions.ts';

/** The lines of a dimension in addition to its values, in each purpose and bucket. */
const FIXED_LINES = 2;

/**
 * The number of groups that a report compares with its limit. A dimension counts with the maximum number of its values.
 * If it counted with its values, a run that fails would disclose that the traffic has many of them.
 */
export function countForLimit(
  answer: InsightAnswer,
  { dimension_values: values = QUERY_LIMITS.default_dimension_values }: Pick<InsightQuery, 'dimension_values'>,
  withoutDimensions: AnswerSizes | undefined,
): number {
  if (withoutDimensions === undefined) return answer.groups?.length ?? 0;
  return (withoutDimensions.groupCount / FIXED_LINES) * (values + FIXED_LINES);
}
