import { Type, type Static } from 'typebox';
import { ARMS } from '../../domain/comparisons/figures/cell.ts';
import { UNKNOWN_REASONS, VERDICT_OUTCOMES, VERDICT_SOURCES } from '../../domain/comparisons/verdict.ts';
import { idSchema } from '../wire/id-schema.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { InstantSchema, RevisionSchema, textSchema } from '../wire/scalars.ts';

const closed = { additionalProperties: false } as const;

/** The maximum number of characters of an answer that a verdict shows. */
const SHOWN_ANSWER = 8_192;
const MAX_WORDS = 8_192;

/** The verdict of one source on the answer of an arm to a case. A verdict never changes; a newer one is another row. */
export const ComparisonVerdictV1Schema = Type.Object(
  {
    verdict_id: idSchema('comparisonVerdict'),
    run_id: idSchema('comparisonRun'),
    case_id: idSchema('case'),
    version: RevisionSchema,
    arm: literalUnion(ARMS),
    source: literalUnion(VERDICT_SOURCES),
    outcome: literalUnion(VERDICT_OUTCOMES),
    reason_code: literalUnion(['', ...UNKNOWN_REASONS], { description: 'Empty unless the outcome is `unknown`' }),
    rationale: textSchema(MAX_WORDS, {
      description:
        'The reason, as the judge or the person wrote it. For an unknown verdict: the error of its call. For a label check: the text that it read, only with `content.read`.',
    }),
    subject_id: Type.Union([idSchema('subject'), Type.Null()], {
      description: 'The person who gave the verdict; null for the verdict of a machine',
    }),
    in_force: Type.Boolean({
      description: 'True for the verdict that counts: the newest verdict of a person, else that of the machine',
    }),
    answer: Type.Union(
      [
        Type.Object(
          {
            state: Type.Literal('present'),
            text: textSchema(SHOWN_ANSWER, {
              description: 'The text of the answer, or the beginning of a longer text',
            }),
            whole: Type.Boolean(),
          },
          closed,
        ),
        Type.Object(
          { state: Type.Literal('absent'), reason: literalUnion(['scope_not_authorized', 'not_answered']) },
          closed,
        ),
      ],
      { title: 'JudgedAnswer', description: 'The judged answer; only with `content.read`' },
    ),
    created_at: InstantSchema,
  },
  { title: 'ComparisonVerdictV1', ...closed },
);

export type ComparisonVerdictV1 = Static<typeof ComparisonVerdictV1Schema>;

/** The body with which a person states whether an answer passes. */
export const ComparisonVerdictReviewSchema = Type.Object(
  {
    case_id: idSchema('case'),
    arm: literalUnion(ARMS),
    outcome: literalUnion(['pass', 'fail'], {
      description: 'The verdict. A reviewer who is not sure sends none, and the present verdict stays in force.',
    }),
    note: textSchema(2_000, { description: 'The reason; may be empty' }),
  },
  { title: 'ComparisonVerdictReview', ...closed },
);
