import { Type } from 'typebox';
import { ESTIMATE_BASES } from '../../../domain/quality/quality-estimate.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { countSchema, shareSchema } from '../../wire/scalars.ts';
import { MoneySchema } from './money.ts';

const closed = { additionalProperties: false } as const;

/** The members of every estimate. */
export const QUALITY_ESTIMATE_MEMBERS = {
  basis: literalUnion(ESTIMATE_BASES, { description: 'The claim of the figure. Bases are never mixed' }),
  point: Type.Union([shareSchema('The pass rate'), Type.Null()], {
    description: 'Null exactly if the basis is `insufficient`',
  }),
  interval: Type.Optional(
    Type.Object(
      {
        low: shareSchema('The lower bound'),
        high: shareSchema('The upper bound'),
        confidence: shareSchema('The probability with which the interval holds the pass rate of people'),
      },
      {
        title: 'RateInterval',
        description: 'Absent unless the active calibration covers metric, segment and judge',
        ...closed,
      },
    ),
  ),
  n: countSchema('Rows with a pass or a fail'),
  eval_cost: MoneySchema,
} as const;
