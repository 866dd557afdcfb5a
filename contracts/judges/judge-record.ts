import { Type, type Static } from 'typebox';
import { GOLD_SOURCES } from '../../domain/judges/configuration/evals-block.ts';
import { CONFIDENCE_LEVELS } from '../../domain/statistics/confidence.ts';
import { FLOORS } from '../../domain/judges/configuration/floors.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { countSchema, shareSchema, textSchema } from '../wire/scalars.ts';

const closed = { additionalProperties: false } as const;
const MAX_ROWS = Number.MAX_SAFE_INTEGER;

const agreement = (description: string) => Type.Number({ minimum: -1, maximum: 1, description });

/** The floors that a validation applied. */
const JudgeFloorsSchema = Type.Object(
  {
    judge_validation_min_n: countSchema('Minimum number of rows with labels of people and a verdict of the judge'),
    iaa_overlap_min_n: countSchema('Minimum number of rows that two or more people labelled'),
    swap_set_min_pairs: countSchema('Minimum number of swap trials, if the judge has any'),
    judge_coverage_floor: Type.Optional(
      shareSchema(
        'Minimum share of labelled rows that the judge passes or fails. Absent in records from before coverage was recorded.',
      ),
    ),
    judge_kappa_floor: shareSchema('Minimum kappa between judge and people'),
    gold_set_iaa_floor: shareSchema('Minimum alpha among people'),
    swap_flip_ceiling: shareSchema('Maximum share of swap trials in which the order decides the winner'),
  },
  { title: 'JudgeFloors', ...closed },
);

const JudgeRefusalSchema = Type.Object(
  {
    floor: literalUnion([...FLOORS, ''], {
      description:
        'The missed floor. Empty if nothing can be measured from the labels. Also empty for a floor that is newer than this API epoch; `text` names it.',
    }),
    need: Type.Number({ minimum: -1, maximum: MAX_ROWS }),
    have: Type.Number({ minimum: -1, maximum: MAX_ROWS }),
    unit: literalUnion(['rows', 'pairs', 'kappa', 'alpha', 'share', '']),
    text: textSchema(500, { minLength: 1, description: 'The missed floor and the remedy, as a sentence' }),
  },
  { title: 'JudgeRefusal', ...closed },
);

const SelectiveRiskSchema = Type.Object(
  {
    alpha: shareSchema('Maximum accepted share of disagreements'),
    confidence: literalUnion(CONFIDENCE_LEVELS),
    rows: countSchema('Labelled rows for which the judge stated its certainty'),
    least_score: Type.Optional(shareSchema('Verdicts with at least this certainty need no review by people')),
    accepted: Type.Optional(countSchema('Labelled rows with at least this certainty')),
    disagreed: Type.Optional(countSchema('Accepted rows on which people disagree with the judge')),
    refusal_code: Type.Optional(
      literalUnion(['too_few_rows', 'risk_too_high'], { description: 'The reason why no region was fitted' }),
    ),
  },
  { title: 'SelectiveRisk', ...closed },
);

const KappaIntervalSchema = Type.Object(
  { lower: agreement('Lower bound at 0.95'), upper: agreement('Upper bound at 0.95') },
  {
    title: 'KappaInterval',
    ...closed,
    description: 'The interval of kappa; absent if all rows contribute equally, so that no variance exists',
  },
);

/** The number of requests on which a judge was queried, by the result. */
export const JudgeCoverageSchema = Type.Object(
  {
    asked: countSchema('Rows on which the judge was queried: the sum of answered, abstained and failed'),
    answered: countSchema('Rows that the judge passed or failed'),
    abstained: countSchema('Rows on which the judge abstained'),
    failed: countSchema('Rows for which the judge gave no verdict'),
    split: countSchema('Queried rows on which the seats of a panel disagreed'),
    rate: Type.Union([shareSchema('Share of `answered` in `asked`'), Type.Null()], {
      description: 'Null if the judge was not queried on any row',
    }),
  },
  { title: 'JudgeCoverage', ...closed },
);

/** Labels of people, including those on requests without a verdict of the judge. */
export const GoldSetSchema = Type.Object(
  {
    rows: countSchema('Requests of the segment that people passed or failed'),
    people: countSchema(
      'Number of people who passed or failed them; different spellings of a name count as one person',
    ),
    overlap: countSchema('Rows that two or more people passed or failed; `iaa` is measured on them'),
    tied: countSchema(
      'Rows with equal numbers of passes and fails; they count for the agreement of people, not for the judge',
    ),
    abstained: countSchema('Labels in which a person abstained; no other figure counts them'),
    sources: Type.Array(literalUnion(GOLD_SOURCES), {
      maxItems: GOLD_SOURCES.length,
      description: 'The sources of the labels, from `evals.validation.gold_sources` at the time',
    }),
  },
  { title: 'JudgeGoldSet', ...closed },
);

/** Swap trials, counted by the agreement of their two orders. */
const SwapTrialsSchema = Type.Object(
  {
    trials: countSchema('Pairs that the judge rated in both orders'),
    flips: countSchema('Trials whose orders name different winners; `swap_flip` is their share'),
    tied_once: countSchema('Trials with a tie in one order and a winner in the other'),
    tied_twice: countSchema('Trials with a tie in both orders'),
    flip_with_ties: shareSchema(
      'Share of trials whose orders differ, including a tie in one order and a winner in the other; no floor applies',
    ),
  },
  { title: 'JudgeSwapTrials', ...closed },
);

/**
 * The measures of a validation, and the reasons why the judge is promoted or not. Absent or null members were not
 * measured.
 */
export const JudgeRecordSchema = Type.Object(
  {
    promoted: Type.Boolean(),
    kappa: Type.Optional(agreement('Agreement between judge and people beyond chance')),
    kappa_interval: Type.Optional(KappaIntervalSchema),
    validated_n: Type.Optional(countSchema('Rows on which kappa was measured')),
    iaa: Type.Union([agreement('Agreement among people'), Type.Null()]),
    swap_flip: Type.Optional(shareSchema('Share of swap trials whose orders name different winners')),
    swap_trials: Type.Optional(SwapTrialsSchema),
    coverage: Type.Optional(JudgeCoverageSchema),
    gold_set: Type.Optional(GoldSetSchema),
    labels: Type.Optional(countSchema('Labels of the metric at that time, on all requests')),
    single_annotator: Type.Boolean({ description: 'True if all labels are of one person' }),
    confusion: Type.Object(
      {
        both_pass: countSchema('Rows that judge and people pass'),
        only_judge_passes: countSchema('Rows that only the judge passes'),
        only_people_pass: countSchema('Rows that only people pass'),
        both_fail: countSchema('Rows that judge and people fail'),
      },
      { title: 'JudgeConfusion', ...closed },
    ),
    floors_applied: Type.Array(literalUnion(FLOORS), { maxItems: FLOORS.length }),
    floors: JudgeFloorsSchema,
    refusals: Type.Array(JudgeRefusalSchema, { maxItems: FLOORS.length + 2 }),
    missed: Type.Optional(
      Type.Array(textSchema(64), {
        maxItems: FLOORS.length + 2,
        description:
          'The missed floors, in the order of `refusals`, including floors of later versions. `shape` if nothing can be measured. Absent if the record does not list them.',
      }),
    ),
    selective_risk: Type.Union([SelectiveRiskSchema, Type.Null()]),
  },
  { title: 'JudgeRecord', ...closed },
);

export type JudgeRecord = Static<typeof JudgeRecordSchema>;
