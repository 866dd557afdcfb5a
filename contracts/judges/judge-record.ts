import { Type, type Static } from 'typebox';
import { GOLD_SOURCES } from '../../domain/judges/configuration/evals-block.ts';
import { CONFIDENCE_LEVELS } from '../../domain/statistics/confidence.ts';
import { FLOORS } from '../../domain/judges/configuration/floors.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { textSchema, wholeSchema } from '../wire/scalars.ts';

const closed = { additionalProperties: false } as const;
const MAX_ROWS = Number.MAX_SAFE_INTEGER;

const rows = (description: string) => wholeSchema(0, MAX_ROWS, { description });
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const agreement = (description: string) => Type.Number({ minimum: -1, maximum: 1, description });

/** The floors that a validation applied. */
const JudgeFloorsSchema = Type.Object(
  {
    judge_validation_min_n: rows('Rows that people labelled and the judge judged'),
    iaa_overlap_min_n: rows('Rows that two people or more labelled'),
    swap_set_min_pairs: rows('Swap trials, where any were made'),
    judge_coverage_floor: Type.Optional(
      share(
        'Share of labelled rows that the judge passes or fails; absent where it was not held, before coverage was recorded',
      ),
    ),
    judge_kappa_floor: share('Kappa of judge and people'),
    gold_set_iaa_floor: share('Alpha of people among themselves'),
    swap_flip_ceiling: share('The largest share of swap trials in which the order decides'),
  },
  { title: 'JudgeFloors', ...closed },
);

const JudgeRefusalSchema = Type.Object(
  {
    floor: literalUnion([...FLOORS, ''], {
      description:
        'The floor that was missed; empty where the labels have a shape that nothing can be measured of, and of a floor that came after this epoch began, which its text names',
    }),
    need: Type.Number({ minimum: -1, maximum: MAX_ROWS }),
    have: Type.Number({ minimum: -1, maximum: MAX_ROWS }),
    unit: literalUnion(['rows', 'pairs', 'kappa', 'alpha', 'share', '']),
    text: textSchema(500, { minLength: 1, description: 'A sentence to act on' }),
  },
  { title: 'JudgeRefusal', ...closed },
);

const SelectiveRiskSchema = Type.Object(
  {
    alpha: share('The largest share of disagreements that is accepted'),
    confidence: literalUnion(CONFIDENCE_LEVELS),
    rows: rows('Labelled rows of which the judge said how sure it was'),
    least_score: Type.Optional(share('Verdicts of this certainty or more can stand alone')),
    accepted: Type.Optional(rows('Labelled rows above it')),
    disagreed: Type.Optional(rows('Of these, those that people judged otherwise')),
    refusal_code: Type.Optional(
      literalUnion(['too_few_rows', 'risk_too_high'], { description: 'Why no region was fitted' }),
    ),
  },
  { title: 'SelectiveRisk', ...closed },
);

const KappaIntervalSchema = Type.Object(
  { lower: agreement('At 0.95'), upper: agreement('At 0.95') },
  { title: 'KappaInterval', ...closed, description: 'Absent where every row says the same of kappa' },
);

/** The number of requests on which a judge was queried, by the result. */
export const JudgeCoverageSchema = Type.Object(
  {
    asked: rows('Rows that the judge was asked about: answered, abstained and failed'),
    answered: rows('It passed or failed them'),
    abstained: rows('The judge abstained'),
    failed: rows('It was asked, and gave no verdict'),
    split: rows('Of all rows that it was asked about, those on which the seats of a panel disagreed'),
    rate: Type.Union([share('Share of `asked` that is `answered`'), Type.Null()], {
      description: 'Null where the judge was asked about nothing',
    }),
  },
  { title: 'JudgeCoverage', ...closed },
);

/** Labels of people, including those on requests without a verdict of the judge. */
export const GoldSetSchema = Type.Object(
  {
    rows: rows('Requests of the segment that people passed or failed'),
    people: rows('People who did; spellings of one name are one person'),
    overlap: rows('Rows that two people or more passed or failed: `iaa` is measured on them'),
    tied: rows('Rows that as many people pass as fail: they say how far people agree, and nothing of the judge'),
    abstained: rows('Labels by which a person abstained; they count in no other figure'),
    sources: Type.Array(literalUnion(GOLD_SOURCES), {
      maxItems: GOLD_SOURCES.length,
      description: 'Whose labels they are, as `evals.validation.gold_sources` had it',
    }),
  },
  { title: 'JudgeGoldSet', ...closed },
);

/** Swap trials, counted by the agreement of their two orders. */
const SwapTrialsSchema = Type.Object(
  {
    trials: rows('Pairs that the judge was shown in both orders'),
    flips: rows('The orders name different winners: `swap_flip` is their share'),
    tied_once: rows('One order is a tie, and the other one names a winner'),
    tied_twice: rows('Both orders are ties'),
    flip_with_ties: share(
      'Share of trials whose orders differ, counting a tie in one order and a winner in the other; no floor applies to it',
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
    kappa: Type.Optional(agreement('Agreement of judge and people beyond chance')),
    kappa_interval: Type.Optional(KappaIntervalSchema),
    validated_n: Type.Optional(rows('Rows that kappa was measured on')),
    iaa: Type.Union([agreement('Agreement of people among themselves'), Type.Null()]),
    swap_flip: Type.Optional(share('Share of swap trials whose orderings named different winners')),
    swap_trials: Type.Optional(SwapTrialsSchema),
    coverage: Type.Optional(JudgeCoverageSchema),
    gold_set: Type.Optional(GoldSetSchema),
    labels: Type.Optional(rows('Labels on the metric at that time, on all requests')),
    single_annotator: Type.Boolean({ description: 'All labels are of one person' }),
    confusion: Type.Object(
      {
        both_pass: rows('Judge and people pass'),
        only_judge_passes: rows('The judge passes what people fail'),
        only_people_pass: rows('The judge fails what people pass'),
        both_fail: rows('Judge and people fail'),
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
          'The floors that were missed, in the order of `refusals`, those of later versions too; `shape` where nothing can be measured. Absent where it was not recorded',
      }),
    ),
    selective_risk: Type.Union([SelectiveRiskSchema, Type.Null()]),
  },
  { title: 'JudgeRecord', ...closed },
);

export type JudgeRecord = Static<typeof JudgeRecordSchema>;
