import { Type } from 'typebox';
import { ARM_BASES } from '../../../domain/quality/experiments/declaration.ts';
import { ModelTargetV1Schema } from '../../models/model-target.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { textSchema } from '../../wire/scalars.ts';

/** The maximum number of arms of an experiment. */
export const MAX_ARMS = 8;

const target = ModelTargetV1Schema.properties;

/** The name of an arm. */
export const ArmNameSchema = Type.String({
  title: 'ArmName',
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
  'x-form': '1 to 64 letters, digits and characters of ._-, beginning with a letter or digit',
  description: 'Name of the arm, unique in the experiment',
  examples: ['candidate'],
});

/** One arm of an experiment. */
export const ExperimentArmSchema = Type.Object(
  {
    name: ArmNameSchema,
    model: Type.Optional(target.model),
    connection_id: Type.Optional(target.connection_id),
    system: Type.Optional(target.system),
    parameters: Type.Optional(target.parameters),
    tier: Type.Optional(
      textSchema(64, { minLength: 1, description: 'Routing tier of the scored answers; without it, any tier' }),
    ),
    evaluator: textSchema(128, {
      minLength: 1,
      description: 'Id of the evaluator that scores the answers',
      examples: ['judge.correctness'],
    }),
    metric: textSchema(64, { minLength: 1, description: 'Metric of the scores', examples: ['correctness'] }),
    basis: literalUnion(ARM_BASES, { description: 'The claim of the scores; `reported` scores are not verified' }),
  },
  {
    title: 'ExperimentArm',
    description:
      '`connection_id`, `system` and `parameters` belong to a `replay`, which calls `model`. Other instruments score answers that exist: `model` and `tier` restrict them.',
    additionalProperties: false,
  },
);
