import { Type, type Static } from 'typebox';
import { CALIBRATION_UNIT_STATES, UNIT_REFUSAL_CODES } from '../../../domain/quality/calibration/artifact.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { countSchema, shareOrNullSchema, shareSchema, textSchema } from '../../wire/scalars.ts';
import { UNIT_NAMES } from '../estimates/unit-names.ts';

const closed = { additionalProperties: false } as const;

const MAX_BINS = 100;

const UnitRefusalSchema = Type.Object(
  {
    code: literalUnion(UNIT_REFUSAL_CODES),
    need: Type.Number({ description: 'Smallest amount that suffices, or largest accepted number of errors' }),
    have: Type.Number(),
    text: textSchema(1_000, { minLength: 1, description: 'The missing evidence and the remedy, as a sentence' }),
  },
  { title: 'CalibrationUnitRefusal', ...closed },
);

const ReliabilityBinSchema = Type.Object(
  {
    from: shareSchema('Lowest certainty in the bin'),
    to: shareSchema('Highest certainty in the bin'),
    rows: countSchema('Decided rows of the bin'),
    agreed: countSchema('Rows on which people agree with the judge'),
    mean_confidence: shareSchema('Mean certainty of the judge'),
    agreement: shareSchema('Share of rows on which people agree with the judge'),
    low: shareSchema('Lower end of the 95 % interval of the agreement, by Wilson'),
    high: shareSchema('Upper end of the 95 % interval of the agreement, by Wilson'),
  },
  { title: 'ReliabilityBin', ...closed },
);

/** The calibration of one judge on one metric and segment. */
export const CalibrationUnitSchema = Type.Object(
  {
    ...UNIT_NAMES,
    state: literalUnion(CALIBRATION_UNIT_STATES, {
      description: '`unmeasurable`: no result of this evidence could have passed; it is neither passed nor failed',
    }),
    gate_passed: Type.Boolean({ description: 'True only if `state` is `passed`. Other units serve nothing' }),
    tolerance: shareSchema('Maximum accepted share of wrong verdicts'),
    confidence: shareSchema('Confidence with which the share of wrong verdicts is at most `tolerance`'),
    threshold: shareOrNullSchema('Minimum certainty of accepted verdicts; null if none was chosen'),
    allowance: shareOrNullSchema('Largest `error` with which the accepted rows would pass; null if none would'),
    accepted: countSchema('Rows of the holdout with at least the threshold'),
    errors: countSchema('Wrong verdicts among the accepted rows'),
    error: shareOrNullSchema('`errors` over `accepted`; null without accepted rows'),
    raw_error: shareOrNullSchema('Share of wrong verdicts among all decided rows of the holdout; null without rows'),
    min_detectable_error: shareOrNullSchema(
      'Smallest tolerance that the accepted rows could certify; null without accepted rows',
    ),
    false_refusal_rate: shareOrNullSchema(
      'Share of correct rows that the threshold refuses; null without correct rows or without a threshold',
    ),
    rows: Type.Object(
      {
        fit: countSchema('Decided rows of the oldest half'),
        calibration: countSchema('Decided rows of the quarter after it'),
        holdout: countSchema('Decided rows of the newest quarter'),
      },
      { title: 'CalibrationUnitRows', ...closed },
    ),
    refusal: Type.Union([UnitRefusalSchema, Type.Null()], { description: 'Null exactly if the unit passed' }),
    bins: Type.Array(ReliabilityBinSchema, {
      maxItems: MAX_BINS,
      description: 'Reliability diagram of the decided rows of the holdout, least certain first',
    }),
    judge_refusals: countSchema('Rows on which the judge abstained or gave no verdict; neither errors nor passes'),
  },
  { title: 'CalibrationUnit', ...closed },
);

export type CalibrationUnitDocument = Static<typeof CalibrationUnitSchema>;
