import { Type, type Static } from 'typebox';
import { SHAPES } from '../../domain/insight-sets.ts';
import { literalUnion } from '../literal-union.ts';
import { AnswerGroupSchema } from './answer-group.ts';
import { AttemptRowSchema, FeedbackRowSchema, MarkerRowSchema, RequestRowSchema } from './answer-rows.ts';
import { CoverageSchema } from './answer-scalars.ts';
import { ReadContextSchema } from './read-context.ts';

/**
 * An insight answer: the pin that it was computed under, and exactly one body. `groups` is absent where the window holds
 * no traffic; rows are an empty list there.
 */
export const InsightAnswerSchema = Type.Object(
  {
    read_context: ReadContextSchema,
    minted: Type.Boolean({ description: 'This read created the context' }),
    shape: literalUnion(SHAPES),
    groups: Type.Optional(Type.Array(AnswerGroupSchema)),
    requests: Type.Optional(Type.Array(RequestRowSchema)),
    attempts: Type.Optional(Type.Array(AttemptRowSchema)),
    feedback: Type.Optional(Type.Array(FeedbackRowSchema)),
    markers: Type.Optional(Type.Array(MarkerRowSchema)),
    coverage: Type.Array(CoverageSchema, { description: 'Gaps disclosed by ingest for the window' }),
    truncated: Type.Boolean({ description: 'A row bound was reached' }),
  },
  { additionalProperties: false },
);

export type InsightAnswer = Static<typeof InsightAnswerSchema>;
