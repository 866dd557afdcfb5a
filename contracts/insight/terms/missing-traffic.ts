import { Type, type Static } from 'typebox';
import { PRODUCER_CLASSES } from '../../../domain/insight/insight-sets.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { InstantSchema, textSchema } from '../../wire/scalars.ts';

/** The maximum number of times that an answer lists; the count includes all of them. */
export const MAX_LISTED_TIMES = 20;
/** The maximum number of reasons that are listed for a time. */
export const MAX_LISTED_REASONS = 5;

const closed = { additionalProperties: false } as const;

function countSchema(description: string) {
  return Type.String({ maxLength: 20, pattern: '^\\d{1,20}$', description });
}

const MissingTimeSchema = Type.Object(
  {
    producer_class: literalUnion(PRODUCER_CLASSES),
    environment_id: Type.Optional(
      textSchema(512, {
        minLength: 1,
        description: 'Absent if the traffic can belong to any environment of the workspace',
      }),
    ),
    from: InstantSchema,
    to: InstantSchema,
    cause: literalUnion(['refused', 'declared'], {
      description: '`refused`: lines were refused. `declared`: a coverage_gap event states that nothing was recorded.',
    }),
    reasons: Type.Array(textSchema(512, { minLength: 1 }), {
      maxItems: MAX_LISTED_REASONS,
      description: 'The reasons for the refusals, as their sender got them, or the reason of the coverage_gap',
    }),
    lines: countSchema('Refused lines in this time, if they are counted one by one; 0 for a declared time'),
  },
  { title: 'MissingTime', ...closed },
);

/**
 * Traffic that is known to be missing from the window of an answer. A gap of refused lines ends when their events
 * arrive corrected, under the same ids, or when an operator closes it (`operator gap close`). A declared gap ends when
 * an operator closes it.
 */
export const MissingTrafficSchema = Type.Object(
  {
    times: countSchema('Number of times in which traffic of the scope is known to be missing'),
    lines: countSchema('Refused lines in these times, if they are counted one by one'),
    listed: Type.Array(MissingTimeSchema, {
      maxItems: MAX_LISTED_TIMES,
      description: `The newest ${MAX_LISTED_TIMES} times; times of the same hour (UTC) and environment are combined`,
    }),
  },
  {
    title: 'MissingTraffic',
    ...closed,
    description:
      'The traffic whose absence makes figures partial or unknown, with the reason ingest_gap. A gap of refused events ends when the corrected events arrive with the same ids, or when an operator closes it. A declared gap ends when an operator closes it. Absent if no traffic is missing from the answer.',
  },
);

export type MissingTraffic = Static<typeof MissingTrafficSchema>;
