import { Type } from 'typebox';
import { EXPERIMENT_VERDICTS } from '../../../domain/quality/experiments/eval-comparison.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { countSchema, textSchema } from '../../wire/scalars.ts';
import { EvalRefusalSchema } from './eval-refusal.ts';
import { ArmNameSchema } from './experiment-arm.ts';
import { AlphaSchema, MarginSchema } from './new-experiment.ts';

const closed = { additionalProperties: false } as const;
const difference = (description: string) => Type.Number({ minimum: -1, maximum: 1, format: 'double', description });

const DeltaBoundsSchema = Type.Object(
  { low: difference('The lower bound'), high: difference('The upper bound') },
  { title: 'DeltaBounds', ...closed },
);

/** The comparison of two arms. */
export const EvalComparisonSchema = Type.Object(
  {
    baseline: ArmNameSchema,
    candidate: ArmNameSchema,
    metric: textSchema(64),
    n_pairs: countSchema('Items with a pass or a fail on both arms'),
    unpaired: countSchema('Items that only one arm answered'),
    judge_refusals: countSchema('Items that both arms answered, but on which the judge gave no pass or fail'),
    discordant: countSchema('Traces on which the arms differ; an item without a trace counts as one'),
    candidate_wins: countSchema('Discordant traces that the candidate wins'),
    delta: Type.Union([difference('Pass rate of the candidate minus that of the baseline'), Type.Null()], {
      description: 'Null if the arms cannot be subtracted; `refusal` states why',
    }),
    interval: Type.Union([DeltaBoundsSchema, Type.Null()], {
      description:
        'Interval of `delta` for one look, paired and clustered by trace, at 1 - `alpha`; null if nothing varies',
    }),
    sequence: Type.Union([DeltaBoundsSchema, Type.Null()], {
      description: 'Bounds of the mean difference of a trace that hold at all looks together, at 1 - `alpha`',
    }),
    e_value: Type.Union([Type.Number({ minimum: 0, maximum: Number.MAX_VALUE, format: 'double' }), Type.Null()], {
      description:
        'Evidence against equal arms, which may be read at any time; a verdict requires at least 1 / `alpha`. At most the largest double',
    }),
    alpha: AlphaSchema,
    margin: Type.Union([MarginSchema, Type.Null()]),
    verdict: literalUnion(EXPERIMENT_VERDICTS),
    verdict_reason: textSchema(2_000, { description: 'The evidence for the verdict, in sentences' }),
    refusal: Type.Union([EvalRefusalSchema, Type.Null()], {
      description: 'Present exactly if the verdict is `CANNOT_MEASURE`',
    }),
  },
  {
    title: 'EvalComparison',
    description: 'The comparison of two arms over the same items, with its verdict.',
    ...closed,
  },
);
