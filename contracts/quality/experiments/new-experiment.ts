import { Type, type Static } from 'typebox';
import { EXPERIMENT_INSTRUMENTS } from '../../../domain/quality/experiments/declaration.ts';
import { NanoUsdSchema } from '../../comparisons/figure.ts';
import { MAX_ID_BYTES } from '../../wire/id-text.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { ChosenNameSchema, textSchema, wholeSchema } from '../../wire/scalars.ts';
import { ArmNameSchema, ExperimentArmSchema, MAX_ARMS } from './experiment-arm.ts';

const closed = { additionalProperties: false } as const;

/** The two arms that a verdict compares. */
export const ExperimentPairSchema = Type.Object(
  { baseline: ArmNameSchema, candidate: ArmNameSchema },
  { title: 'ExperimentPair', ...closed },
);

/** The significance level of an experiment. */
export const AlphaSchema = Type.Number({
  exclusiveMinimum: 0,
  maximum: 0.5,
  format: 'double',
  description: 'The largest probability of a false `BEAT`, over all looks together',
  examples: [0.05],
});

/** The margin of an experiment. */
export const MarginSchema = Type.Number({
  minimum: 0,
  exclusiveMaximum: 1,
  format: 'double',
  description: 'The advantage in pass rate that the candidate must exceed',
});

/** The declaration of a new experiment. */
export const NewExperimentSchema = Type.Object(
  {
    workspace_id: Type.Optional(idSchema('workspace')),
    title: Type.Optional(ChosenNameSchema),
    dataset_id: idSchema('dataset'),
    dataset_version: wholeSchema(1, 2_147_483_647, { description: 'The pinned version of the dataset' }),
    instrument: literalUnion(EXPERIMENT_INSTRUMENTS, {
      description:
        'The source of the answers. `judged_dataset_run`: answers and verdicts that exist. `replay`: new answers of the models of the arms. `shadow_dual_run`: production answers and their shadow calls; only this one can give `BEAT`',
    }),
    arms: Type.Array(ExperimentArmSchema, { minItems: 2, maxItems: MAX_ARMS }),
    pair: ExperimentPairSchema,
    alpha: AlphaSchema,
    margin: Type.Optional(Type.Union([MarginSchema, Type.Null()], { description: 'Null or absent: no margin' })),
    spend_ceiling_nano_usd: NanoUsdSchema,
    segment: Type.Optional(
      Type.Union([textSchema(MAX_ID_BYTES), Type.Null()], {
        description: 'The segment whose items are scored; null or absent: all items',
      }),
    ),
  },
  { title: 'NewExperiment', ...closed },
);

export type NewExperimentDocument = Static<typeof NewExperimentSchema>;
