import { Type, type Static } from 'typebox';
import { MAX_UNITS_OF_FIT } from '../../../domain/quality/calibration/artifact.ts';
import { MoneySchema } from '../estimates/money.ts';
import { countSchema, InstantSchema } from '../../wire/scalars.ts';
import { UNIT_NAMES } from '../estimates/unit-names.ts';

const closed = { additionalProperties: false } as const;

/** The maximum number of thresholds of a unit: the deciles of its certainties. */
const MAX_THRESHOLDS = 16;

const SweptThresholdSchema = Type.Object(
  {
    threshold: Type.Number({ minimum: 0, maximum: 1, description: 'Minimum certainty of accepted verdicts' }),
    accepted: countSchema('Labelled rows with at least this certainty'),
    errors: countSchema('Wrong verdicts among them'),
    cost: MoneySchema,
    unpriced_calls: countSchema('Calls without a current price, which the cost leaves out'),
  },
  { title: 'SweptThreshold', ...closed },
);

/**
 * The labelled rows of an artifact’s window at each threshold, with the cost of their calls at current prices. It uses
 * every part, so it supports no claim.
 */
export const ThresholdSweepSchema = Type.Object(
  {
    priced_at: InstantSchema,
    units: Type.Array(
      Type.Object(
        {
          ...UNIT_NAMES,
          rows: countSchema('Decided and labelled rows with a certainty'),
          thresholds: Type.Array(SweptThresholdSchema, {
            maxItems: MAX_THRESHOLDS,
            description: 'Highest threshold first',
          }),
        },
        { title: 'SweptUnit', ...closed },
      ),
      { maxItems: MAX_UNITS_OF_FIT },
    ),
  },
  { title: 'ThresholdSweep', ...closed },
);

export type ThresholdSweep = Static<typeof ThresholdSweepSchema>;
