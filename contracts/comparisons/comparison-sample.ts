import { Type, type Static } from 'typebox';
import { MAX_SAMPLE_CASES, MIN_SAMPLE_CASES } from '../../domain/comparisons/sample-set.ts';
import { idSchema } from '../wire/id-schema.ts';
import { DigestSchema, InstantSchema, RevisionSchema } from '../wire/scalars.ts';

const closed = { additionalProperties: false } as const;

/** A bound above the maximum size of a sample set, so that a set that is too large gets an error code of its own. */
const MAX_CHOSEN = 500;

/** A published sample set. It never changes. */
export const ComparisonSampleV1Schema = Type.Object(
  {
    sample_id: idSchema('comparisonSample'),
    comparison_id: idSchema('comparison'),
    cases: Type.Array(
      Type.Object(
        { case_id: idSchema('case'), version: RevisionSchema, critical: Type.Boolean() },
        { title: 'SampleCase', ...closed },
      ),
      { minItems: MIN_SAMPLE_CASES, maxItems: MAX_SAMPLE_CASES, description: 'The cases, in the order of the request' },
    ),
    digest: DigestSchema,
    published_by: idSchema('subject'),
    published_at: InstantSchema,
  },
  { title: 'ComparisonSampleV1', ...closed },
);

export type ComparisonSampleV1 = Static<typeof ComparisonSampleV1Schema>;

/** The body that publishes a sample set. */
export const ComparisonSamplePublishSchema = Type.Object(
  {
    cases: Type.Array(
      Type.Object({ case_id: idSchema('case'), version: RevisionSchema }, { title: 'ChosenCase', ...closed }),
      { maxItems: MAX_CHOSEN, description: '2 to 50 different cases of the gateway, each with one of its versions' },
    ),
  },
  { title: 'ComparisonSamplePublish', ...closed },
);
