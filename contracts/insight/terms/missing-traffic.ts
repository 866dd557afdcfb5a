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
      textSchema(512, { minLength: 1, description: 'Absent where it may be of any environment of the workspace' }),
    ),
    from: InstantSchema,
    to: InstantSchema,
    cause: literalUnion(['refused', 'declared'], {
      description: 'Lines of it were refused, or a coverage_gap says that nothing was recorded',
    }),
    reasons: Type.Array(textSchema(512, { minLength: 1 }), {
      maxItems: MAX_LISTED_REASONS,
      description: 'Why the lines were refused, as the answer to their sender named it, or what the coverage_gap says',
    }),
    lines: countSchema('Lines refused in it, as far as they are counted one by one; 0 of a time that is declared'),
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
    times: countSchema('Times in which traffic of the scope is known to be missing'),
    lines: countSchema('Lines refused in them, as far as they are counted one by one'),
    listed: Type.Array(MissingTimeSchema, {
      maxItems: MAX_LISTED_TIMES,
      description: `The newest ${MAX_LISTED_TIMES}; those of one hour UTC and environment are listed as one`,
    }),
  },
  {
    title: 'MissingTraffic',
    ...closed,
    description:
      'What makes figures partial or unknown with ingest_gap. Refused events close it when they come corrected under the same ids, or an operator does; a declared time is closed by an operator. Absent where nothing that was read is missing',
  },
);

export type MissingTraffic = Static<typeof MissingTrafficSchema>;
