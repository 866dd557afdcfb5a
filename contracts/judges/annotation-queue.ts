import { Type, type Static } from 'typebox';
import { ANNOTATION_STRATEGIES, MAX_CLAIMED, MAX_OVERLAP } from '../../domain/judges/annotation.ts';
import { MAX_CONTENT_CHARACTERS } from '../ingest/events/content.ts';
import { textMember } from '../ingest/events/members.ts';
import { idSchema } from '../wire/ids.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { InstantSchema, textSchema, wholeSchema } from '../wire/scalars.ts';

const closed = { additionalProperties: false } as const;
const MAX_INT32 = 2_147_483_647;

const annotator = Type.Optional(
  textMember('Who labels; a user is themselves and leaves it out, and of a token it is the token unless it is named.'),
);

/** A request to the annotation queue. */
export const AnnotationClaimSchema = Type.Object(
  {
    k: wholeSchema(1, MAX_INT32, {
      description: `How many rows; more than ${MAX_CLAIMED} are taken for ${MAX_CLAIMED}`,
    }),
    segment: Type.Optional(
      textSchema(512, { description: 'Rows of this segment alone; absent and empty mean every segment' }),
    ),
    strategy: literalUnion(ANNOTATION_STRATEGIES, {
      description: 'Segments with the fewest labelled rows first, or where judges abstained and panels were split',
    }),
    overlap: Type.Optional(
      wholeSchema(1, MAX_OVERLAP, {
        default: 1,
        description: 'How many people may label a row, each without seeing the others; those who have are counted in',
      }),
    ),
    annotator,
  },
  { title: 'AnnotationClaim', ...closed },
);

export type AnnotationClaim = Static<typeof AnnotationClaimSchema>;

const AnnotationItemSchema = Type.Object(
  {
    req_id: textMember('The request; its label names the same id.'),
    workspace_id: idSchema('workspace'),
    req_ts: InstantSchema,
    segment: textSchema(512, { description: 'The route of the request; empty where it names none' }),
    instruction: textSchema(MAX_CONTENT_CHARACTERS, { description: 'What was asked, word for word' }),
    output: textSchema(MAX_CONTENT_CHARACTERS, { description: 'What was answered, word for word' }),
    priority_reason: textSchema(1_024, { description: 'Why it is offered, for people; not to be parsed' }),
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
      description: 'Until when these rows are offered to nobody else; empty where nothing was claimed',
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
      Type.Boolean({ default: false, description: 'Whether they are never to be offered to this annotator again' }),
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

const count = (description: string) => wholeSchema(0, Number.MAX_SAFE_INTEGER, { description });

/** The progress of annotators. */
export const AnnotationProgressSchema = Type.Object(
  {
    annotators: Type.Array(
      Type.Object(
        {
          annotator: textMember('Who labels.'),
          claimed: count('Rows that they were ever given, a row as often as it was'),
          leased: count('Rows that they hold now'),
          released: count('Rows that they gave back'),
          skipped: count('Rows that they gave back for good'),
          labelled: Type.Optional(
            count('Rows that they labelled as pass or fail, claimed or not; absent where labels are not kept'),
          ),
          last_claimed_at: InstantSchema,
        },
        { title: 'AnnotatorProgress', ...closed },
      ),
      { maxItems: 1_000, description: 'Who claimed last comes first' },
    ),
  },
  { title: 'AnnotationProgress', ...closed },
);

export type AnnotationProgress = Static<typeof AnnotationProgressSchema>;
