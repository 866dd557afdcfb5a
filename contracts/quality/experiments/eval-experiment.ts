import { Type, type Static } from 'typebox';
import { MAX_COMPARED_SEGMENTS } from '../../../domain/quality/experiments/compare-segments.ts';
import { UNSCORED_REASONS } from '../../../domain/quality/experiments/cell-result.ts';
import { EXPERIMENT_INSTRUMENTS } from '../../../domain/quality/experiments/declaration.ts';
import { EXPERIMENT_VERDICTS } from '../../../domain/quality/experiments/eval-comparison.ts';
import { NanoUsdSchema } from '../../comparisons/figure.ts';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { MAX_ID_BYTES } from '../../wire/id-text.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { countSchema, InstantSchema, shareSchema, textSchema, wholeSchema } from '../../wire/scalars.ts';
import { MoneySchema } from '../estimates/money.ts';
import { QUALITY_ESTIMATE_MEMBERS } from '../estimates/quality-estimate-members.ts';
import { EvalComparisonSchema } from './eval-comparison.ts';
import { EvalExperimentRunSchema } from './eval-experiment-run.ts';
import { ArmNameSchema, ExperimentArmSchema, MAX_ARMS } from './experiment-arm.ts';
import { AlphaSchema, ExperimentPairSchema, MarginSchema } from './new-experiment.ts';

const closed = { additionalProperties: false } as const;

const ArmEstimateSchema = Type.Object(
  {
    arm: ArmNameSchema,
    metric: textSchema(64),
    ...QUALITY_ESTIMATE_MEMBERS,
    passed: countSchema('Rows with a pass'),
    abstained: countSchema('Rows on which the judge abstained; neither passes nor failures'),
    unscored: Type.Array(
      Type.Object(
        {
          reason: textSchema(64, { description: 'The reason code' }),
          items: countSchema('Items without a score for this reason'),
        },
        { title: 'UnscoredItems', ...closed },
      ),
      { maxItems: UNSCORED_REASONS.length },
    ),
    cost: MoneySchema,
    unpriced_excluded: countSchema('Answers and calls of judges without a known price, which the costs leave out'),
    no_interval_reason: textSchema(500, { description: 'The reason for the missing interval; empty if there is one' }),
  },
  { title: 'ArmEstimate', description: 'The pass rate of an arm. `cost` is that of its answers.', ...closed },
);

const ParetoArmSchema = Type.Object(
  {
    arm: ArmNameSchema,
    quality: Type.Union([shareSchema('Pass rate over the items of the pair'), Type.Null()], {
      description: 'Null without a scored item',
    }),
    cost: MoneySchema,
    on_frontier: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'True with a probability of at least 1 - `alpha`, false of at most `alpha`; otherwise null',
    }),
    probability: Type.Union([shareSchema('Share of resamples in which the arm is on the frontier'), Type.Null()], {
      description: 'Null if the arm is not compared',
    }),
    reason: textSchema(500, { description: 'The reason for false or null; empty for an arm on the frontier' }),
  },
  {
    title: 'ParetoArm',
    description: 'The place of an arm. An arm with an unknown price is off the frontier; its cost is never 0.',
    ...closed,
  },
);

const SegmentComparisonSchema = Type.Object(
  {
    segment: textSchema(MAX_ID_BYTES, { description: 'The segment; empty for items without one' }),
    comparison: EvalComparisonSchema,
    p_value: Type.Union([shareSchema('1 / e, at most 1; it may be read at any time'), Type.Null()], {
      description: 'Null if the arms cannot be subtracted',
    }),
    is_significant: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'True if the arms differ after the correction; null if they cannot be subtracted',
    }),
    reverses_overall: Type.Boolean({
      description: 'True if the arms differ significantly here, against the direction of all items',
    }),
  },
  { title: 'SegmentComparison', ...closed },
);

const SegmentComparisonsSchema = Type.Object(
  {
    correction: Type.Literal('holm', {
      description:
        'The correction for the number of segments. With a margin, comparisons have the level `alpha` over `tested` instead',
    }),
    alpha: AlphaSchema,
    tested: countSchema('Segments whose arms can be subtracted'),
    left_out: countSchema('Segments that are not compared because others have more items'),
    segments: Type.Array(SegmentComparisonSchema, { maxItems: MAX_COMPARED_SEGMENTS }),
  },
  { title: 'SegmentComparisons', ...closed },
);

const DECLARED = {
  experiment_id: idSchema('experiment'),
  workspace_id: idSchema('workspace'),
  title: textSchema(120),
  dataset_id: idSchema('dataset'),
  dataset_version: wholeSchema(1, 2_147_483_647),
  dataset_digest: textSchema(128, { description: 'Digest of the pinned version' }),
  instrument: literalUnion(EXPERIMENT_INSTRUMENTS),
  arms: Type.Array(ExperimentArmSchema, { minItems: 2, maxItems: MAX_ARMS, description: 'The arms by name' }),
  pair: ExperimentPairSchema,
  alpha: AlphaSchema,
  margin: Type.Union([MarginSchema, Type.Null()], { description: 'Null without a margin' }),
  spend_ceiling_nano_usd: NanoUsdSchema,
  segment: Type.Union([textSchema(MAX_ID_BYTES), Type.Null()], {
    description: 'Null if the items of all segments are scored',
  }),
  created_at: InstantSchema,
  latest_run: Type.Union([EvalExperimentRunSchema, Type.Null()], { description: 'Null before the first run' }),
  estimates: Type.Array(ArmEstimateSchema, {
    maxItems: MAX_ARMS,
    description: 'The estimates of the latest run, by arm; empty until it is complete',
  }),
} as const;

/** An experiment with the figures of its latest run. */
export const EvalExperimentSchema = Type.Object(
  {
    ...DECLARED,
    pareto: Type.Array(ParetoArmSchema, {
      maxItems: MAX_ARMS,
      description: 'The places of the arms in cost and quality; empty until the run is complete',
    }),
    comparison: Type.Union([EvalComparisonSchema, Type.Null()], {
      description:
        'The comparison of the declared pair, or of the pair that `compare` names; null until a run has ended',
    }),
    segments: Type.Union([SegmentComparisonsSchema, Type.Null()], {
      description: 'The comparisons of the declared pair by segment; null if the items have fewer than two segments',
    }),
  },
  { title: 'EvalExperiment', ...closed },
);

/** The declaration, the latest run and the estimates of an experiment, in the form of an answer. */
export type ExperimentSummaryDocument = Omit<Static<typeof EvalExperimentSchema>, 'pareto' | 'comparison' | 'segments'>;

const ListedExperimentSchema = Type.Object(
  {
    ...DECLARED,
    verdict: Type.Union([literalUnion(EXPERIMENT_VERDICTS), Type.Null()], {
      description: 'The verdict on the declared pair; null until a run has ended',
    }),
    verdict_reason: textSchema(2_000, { description: 'Empty without a verdict' }),
  },
  { title: 'ListedExperiment', ...closed },
);

/** One page of experiments, newest first. */
export const EvalExperimentsSchema = Type.Object(
  { experiments: Type.Array(ListedExperimentSchema, { maxItems: MAX_PAGE_ITEMS }), next_cursor: PageTokenSchema },
  { title: 'EvalExperiments', ...closed },
);
