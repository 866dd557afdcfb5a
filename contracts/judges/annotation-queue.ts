import { Type, type Static } from 'typebox';
import { ANNOTATION_STRATEGIES, MAX_CLAIMED, MAX_OVERLAP } from '../../domain/judges/annotation.ts';
import { MAX_CONTENT_CHARACTERS } from '../ingest/events/content.ts';
import { textMember } from '../ingest/events/members.ts';
import { MAX_ID_BYTES } from '../wire/id-text.ts';
import { idSchema } from '../wire/id-schema.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { countSchema, InstantSchema, textSchema, wholeSchema } from '../wire/scalars.ts';

const closed = { additionalProperties: false } as const;
const MAX_INT32 = 2_147_483_647;

const annotator = Type.Optional(
  textMember(
    'The annotator. A user leaves it out, because users label in their own name. For a token, the default is the token itself.',
  ),
);

/** A request to the annotation queue. */
export const AnnotationClaimSchema = Type.Object(
  {
    k: wholeSchema(1, MAX_INT32, {
      description: `Number of rows; a greater number counts as ${MAX_CLAIMED}`,
    }),
    segment: Type.Optional(
      textSchema(MAX_ID_BYTES, { description: 'The segment of the rows; if absent or empty, all segments' }),
    ),
    strategy: literalUnion(ANNOTATION_STRATEGIES, {
      description:
        '`starved_segments`: segments with the fewest labelled rows come first. `hard_cases`: rows on which judges abstained or panels disagreed. `random`: a uniform draw of the judged rows; only such labels estimate rates of the traffic.',
    }),
    overlap: Type.Optional(
      wholeSchema(1, MAX_OVERLAP, {
        default: 1,
        description: 'Number of people who can label a row independently, including those who have already labelled it',
      }),
    ),
    annotator,
  },
  { title: 'AnnotationClaim', ...closed },
);

export type AnnotationClaim = Static<typeof AnnotationClaimSchema>;

const AnnotationItemSchema = Type.Object(
  {
    req_id: textMember('The request; its label must name the same id.'),
    workspace_id: idSchema('workspace'),
    req_ts: InstantSchema,
    segment: textSchema(MAX_ID_BYTES, { description: 'The route of the request; empty if the request names none' }),
    instruction: textSchema(MAX_CONTENT_CHARACTERS, { description: 'The text of the request, unchanged' }),
    output: textSchema(MAX_CONTENT_CHARACTERS, { description: 'The text of the answer, unchanged' }),
    priority_reason: textSchema(1_024, {
      description: 'The reason why the queue offers the row, for people; do not parse it',
    }),
  },
  { title: 'AnnotationItem', ...closed },
);

export type AnnotationItem = Static<typeof AnnotationItemSchema>;

/** The rows that were claimed. */
export const ClaimedAnnotationsSchema = Type.Object(
  {
    items: Type.Array(AnnotationItemSchema, { maxItems: MAX_CLAIMED }),
    lease_expires: Type.String({
      maxLength: 24,
      pattern: '^(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z)?$',
      description:
        'The end of the lease, until which the rows are offered to no other annotator; empty if no row was claimed',
    }),
  },
  { title: 'ClaimedAnnotations', ...closed },
);

export type ClaimedAnnotations = Static<typeof ClaimedAnnotationsSchema>;

/** The claimed rows that an annotator releases. */
export const AnnotationReleaseSchema = Type.Object(
  {
    req_ids: Type.Array(textMember('A claimed request.'), { minItems: 1, maxItems: MAX_CLAIMED, uniqueItems: true }),
    skip: Type.Optional(
      Type.Boolean({ default: false, description: 'True: the rows are never offered to this annotator again' }),
    ),
    annotator,
  },
  { title: 'AnnotationRelease', ...closed },
);

/** The number of rows that were released. Rows without a lease of this annotator are not counted. */
export const ReleasedAnnotationsSchema = Type.Object(
  { released: wholeSchema(0, MAX_INT32) },
  { title: 'ReleasedAnnotations', ...closed },
);

/** The progress of annotators. */
export const AnnotationProgressSchema = Type.Object(
  {
    annotators: Type.Array(
      Type.Object(
        {
          annotator: textMember('The annotator.'),
          claimed: countSchema('Number of claims; a row counts once for each claim'),
          leased: countSchema('Rows with a current lease'),
          released: countSchema('Released rows'),
          skipped: countSchema('Rows that the annotator skipped permanently'),
          labelled: Type.Optional(
            countSchema(
              'Rows that the annotator labelled as pass or fail, claimed or not; absent if labels are not stored',
            ),
          ),
          last_claimed_at: InstantSchema,
        },
        { title: 'AnnotatorProgress', ...closed },
      ),
      { maxItems: 1_000, description: 'The annotators; the one with the latest claim comes first' },
    ),
  },
  { title: 'AnnotationProgress', ...closed },
);

export type AnnotationProgress = Static<typeof AnnotationProgressSchema>;
