import { Type } from 'typebox';
import { EVAL_REFUSAL_CODES } from '../../../domain/quality/experiments/eval-refusal.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { countSchema, textSchema } from '../../wire/scalars.ts';

/** A refusal of a run or of a comparison. */
export const EvalRefusalSchema = Type.Object(
  {
    code: literalUnion(EVAL_REFUSAL_CODES),
    need: countSchema('The required number'),
    have: countSchema('The number that exists'),
    text: textSchema(2_000, { description: 'What is missing, and what mends it' }),
  },
  { title: 'EvalRefusal', additionalProperties: false },
);
