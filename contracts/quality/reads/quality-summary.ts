import { Type, type Static } from 'typebox';
import { EVALUATOR_KINDS, OUTCOME_BASES } from '../../../domain/judges/outcome.ts';
import { ESTIMATE_REFUSAL_CODES, ESTIMATORS } from '../../../domain/quality/summary/segment-estimate.ts';
import { MAX_ID_BYTES } from '../../wire/id-text.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { countSchema, textSchema } from '../../wire/scalars.ts';
import { MoneySchema } from '../estimates/money.ts';
import { QUALITY_ESTIMATE_MEMBERS } from '../estimates/quality-estimate-members.ts';
import { UNIT_NAMES } from '../estimates/unit-names.ts';
import { METRIC_MEMBER, ProvenanceSchema, windowQuery } from './quality-window.ts';

const closed = { additionalProperties: false } as const;

const MAX_SEGMENTS = 10_000;
const MAX_ESTIMATES = 10_000;

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

/** The window of a summary, its metric, and its segment. */
export const SummaryQuerySchema = windowQuery({
  metric: METRIC_MEMBER,
  segment: Type.Optional(
    textSchema(MAX_ID_BYTES, { minLength: 1, description: 'The only segment; every segment by default' }),
  ),
});

const RefusalSchema = Type.Object(
  {
    code: literalUnion(ESTIMATE_REFUSAL_CODES),
    need: orNull(countSchema('Needed rows'), 'Null if the reason is no number of rows'),
    have: orNull(countSchema('Present rows'), 'Null if the reason is no number of rows'),
    text: textSchema(2_000, { minLength: 1, description: 'The reason and the remedy, as a sentence' }),
  },
  { title: 'EstimateRefusal', ...closed },
);

const EstimateSchema = Type.Object(
  {
    metric: UNIT_NAMES.metric,
    ...QUALITY_ESTIMATE_MEMBERS,
    outcome_basis: literalUnion(OUTCOME_BASES, {
      description: 'Basis of the outcomes, also of an `insufficient` estimate',
    }),
    evaluator_kind: literalUnion(EVALUATOR_KINDS),
    evaluator_id: textSchema(MAX_ID_BYTES),
    judge_subject: orNull(textSchema(12, { pattern: '^[0-9a-f]{12}$' }), 'Id of the judge; null for other evaluators'),
    estimator: orNull(
      literalUnion(ESTIMATORS),
      '`verdicts`: share of passes among decided requests. The others correct a judge’s verdicts with labels. Null if `point` is null',
    ),
    verdict_rate: orNull(
      Type.Number({ minimum: 0, maximum: 1 }),
      'Share of passes among decided requests, uncorrected; null if `point` is null',
    ),
    labelled: orNull(countSchema('Labelled requests behind a corrected rate'), 'Null if the rate is not corrected'),
    abstained: countSchema('Requests on which the evaluator abstained'),
    unheard: countSchema('Requests on which a judge gave no verdict'),
    refusals: Type.Array(RefusalSchema, {
      maxItems: ESTIMATE_REFUSAL_CODES.length,
      description: 'Reasons why the estimate has no point or no interval',
    }),
  },
  { title: 'QualityEstimate', ...closed },
);

const SegmentSchema = Type.Object(
  {
    segment: UNIT_NAMES.segment,
    eval_cost: MoneySchema,
    unpriced_calls: countSchema(
      'Calls of judges of this deployment that `eval_cost` leaves out, because their price is unknown',
    ),
    estimates: Type.Array(EstimateSchema, {
      maxItems: MAX_ESTIMATES,
      description: 'One for each metric, basis and evaluator; bases are never blended',
    }),
  },
  { title: 'QualitySegment', ...closed },
);

/** The estimated pass rates of segments. */
export const QualitySummarySchema = Type.Object(
  {
    workspace_id: idSchema('workspace'),
    calibration_id: orNull(idSchema('calibration'), 'Active calibration; null without one'),
    segments: Type.Array(SegmentSchema, {
      maxItems: MAX_SEGMENTS,
      description: 'Segments with outcomes in the window, by name',
    }),
    provenance: ProvenanceSchema,
  },
  { title: 'QualitySummaryResponse', ...closed },
);

export type QualitySummaryDocument = Static<typeof QualitySummarySchema>;
