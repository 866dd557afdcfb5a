import { Type, type Static } from 'typebox';
import { ModelTargetV1Schema } from '../models/model-target.ts';
import { idSchema } from '../wire/id-schema.ts';
import { DigestSchema, textSchema, wholeSchema } from '../wire/scalars.ts';

const closed = { additionalProperties: false } as const;
const FamilySchema = textSchema(256, { minLength: 1, description: 'The product line of the model' });

/** The judge that grades the answers of a run. */
const judging = {
  connection_id: idSchema('connection'),
  model: Type.Index(ModelTargetV1Schema, ['model']),
  max_output_tokens: wholeSchema(1, 100_000, { description: 'Maximum output tokens of a verdict and its reason' }),
};

/** The choice of a judge in a preflight. */
export const JudgeChoiceSchema = Type.Object(judging, { title: 'JudgeChoice', ...closed });

export type JudgeChoice = Static<typeof JudgeChoiceSchema>;

/**
 * Everything that determines what a run sends, the models that receive it, and how answers are judged. A plan never
 * changes; the run has the digest of its plan.
 */
export const ComparisonPlanV1Schema = Type.Object(
  {
    sample_id: idSchema('comparisonSample'),
    sample_digest: DigestSchema,
    baseline: Type.Object(
      { release_id: idSchema('release'), target: ModelTargetV1Schema, family: FamilySchema },
      { title: 'PlannedBaseline', ...closed },
    ),
    candidate: Type.Object(
      { target: ModelTargetV1Schema, family: FamilySchema },
      { title: 'PlannedCandidate', ...closed },
    ),
    judge: Type.Union(
      [
        Type.Object(
          { ...judging, family: FamilySchema, prompt_version: textSchema(32, { minLength: 1 }) },
          { title: 'PlannedJudge', ...closed },
        ),
        Type.Null(),
      ],
      { description: 'Null if answers are checked against labels' },
    ),
    price_revision: textSchema(256, {
      minLength: 1,
      description: 'Revision of the price table that the plan uses',
    }),
  },
  { title: 'ComparisonPlanV1', ...closed },
);

export type ComparisonPlanV1 = Static<typeof ComparisonPlanV1Schema>;
