import { Type, type Static, type TArray, type TSchema } from 'typebox';
import { COVERAGE_ENTRIES } from '../../../domain/insight/coverage.ts';
import { SHAPES } from '../../../domain/insight/insight-sets.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { CoverageSchema } from '../terms/answer-scalars.ts';
import { MissingTrafficSchema } from '../terms/missing-traffic.ts';
import { QUERY_LIMITS } from '../terms/query-limits.ts';
import { ReadContextSchema } from '../terms/read-context.ts';
import { AnswerGroupSchema } from './answer-group.ts';
import { AttemptRowSchema, FeedbackRowSchema, MarkerRowSchema, RequestRowSchema } from './answer-rows.ts';

function rowsOf<Row extends TSchema>(row: Row): TArray<Row> {
  return Type.Array(row, { maxItems: QUERY_LIMITS.max_page_size });
}

/**
 * An insight answer: the pin under which it was computed, and exactly one body. Without traffic in the window, `groups`
 * is absent, and rows are an empty list.
 */
export const InsightAnswerSchema = Type.Object(
  {
    read_context: ReadContextSchema,
    minted: Type.Boolean({ description: 'True if this read created the context' }),
    shape: literalUnion(SHAPES),
    groups: Type.Optional(Type.Array(AnswerGroupSchema, { maxItems: QUERY_LIMITS.max_groups })),
    requests: Type.Optional(rowsOf(RequestRowSchema)),
    attempts: Type.Optional(rowsOf(AttemptRowSchema)),
    feedback: Type.Optional(rowsOf(FeedbackRowSchema)),
    markers: Type.Optional(rowsOf(MarkerRowSchema)),
    coverage: Type.Array(CoverageSchema, {
      maxItems: COVERAGE_ENTRIES.length,
      description: 'Gaps that ingest disclosed for the window',
    }),
    missing: Type.Optional(MissingTrafficSchema),
    truncated: Type.Boolean({ description: 'True if a limit of rows was reached' }),
  },
  { title: 'InsightAnswer', additionalProperties: false },
);

export type InsightAnswer = Static<typeof InsightAnswerSchema>;
