import { Type, type Static } from 'typebox';
import { CONFIDENCE_LEVELS } from '../../domain/comparisons/statistics/confidence.ts';
import { FLOORS } from '../../domain/judges/validation/floors.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { textSchema, wholeSchema } from '../wire/scalars.ts';

const closed = { additionalProperties: false } as const;
const MOST_ROWS = Number.MAX_SAFE_INTEGER;

const rows = (description: string) => wholeSchema(0, MOST_ROWS, { description });
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const agreement = (description: string) => Type.Number({ minimum: -1, maximum: 1, description });

/** The values that a validation held. */
const JudgeFloorsSchema = Type.Object(
  {
    judge_validation_min_n: rows('Rows that people labelled and the judge judged'),
    iaa_overlap_min_n: rows('Rows that two people or more labelled'),
    swap_set_min_pairs: rows('Swap trials, where any were made'),
    judge_kappa_floor: share('Kappa of judge and people'),
    gold_set_iaa_floor: share('Alpha of people among themselves'),
    swap_flip_ceiling: share('The largest share of swap trials in which the order decides'),
  },
  { title: 'JudgeFloors', ...closed },
);

const JudgeRefusalSchema = Type.Object(
  {
    floor: literalUnion([...FLOORS, ''], {
      description: 'The floor that was missed; empty where the labels have a shape that nothing can be measured of',
    }),
    need: Type.Number({ minimum: -1, maximum: MOST_ROWS }),
    have: Type.Number({ minimum: -1, maximum: MOST_ROWS }),
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

/** What a validation measured, and why it promotes the judge or does not. What is absent or null was not measured. */
export const JudgeRecordSchema = Type.Object(
  {
    promoted: Type.Boolean(),
    kappa: Type.Optional(agreement('Agreement of judge and people beyond chance')),
    kappa_interval: Type.Optional(KappaIntervalSchema),
    validated_n: Type.Optional(rows('Rows that kappa was measured on')),
    iaa: Type.Union([agreement('Agreement of people among themselves'), Type.Null()]),
    swap_flip: Type.Optional(share('Share of swap trials whose orderings named different winners')),
    labels: Type.Optional(rows('Labels on the metric then, of whatever request')),
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
    selective_risk: Type.Union([SelectiveRiskSchema, Type.Null()]),
  },
  { title: 'JudgeRecord', ...closed },
);

export type JudgeRecord = Static<typeof JudgeRecordSchema>;
