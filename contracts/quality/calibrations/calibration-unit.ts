import { Type, type Static } from 'typebox';
import { CALIBRATION_UNIT_STATES, UNIT_REFUSAL_CODES } from '../../../domain/quality/calibration/artifact.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { textSchema, wholeSchema } from '../../wire/scalars.ts';

const closed = { additionalProperties: false } as const;

const MAX_BINS = 100;

const rows = (description: string) => wholeSchema(0, Number.MAX_SAFE_INTEGER, { description });
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const shareOrNull = (description: string) => Type.Union([share(description), Type.Null()]);

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
    from: share('Lowest certainty in the bin'),
    to: share('Highest certainty in the bin'),
    rows: rows('Decided rows of the bin'),
    agreed: rows('Rows on which people agree with the judge'),
    mean_confidence: share('Mean certainty of the judge'),
    agreement: share('Share of rows on which people agree with the judge'),
    low: share('Lower end of the 95 % interval of the agreement, by Wilson'),
    high: share('Upper end of the 95 % interval of the agreement, by Wilson'),
  },
  { title: 'ReliabilityBin', ...closed },
);

/** The calibration of one judge on one metric and segment. */
export const CalibrationUnitSchema = Type.Object(
  {
    metric: textSchema(500),
    segment: textSchema(500, { description: 'Route of the requests; empty for requests without a route' }),
    judge_subject: textSchema(100, { description: 'Id of the judge; empty if no judge was asked' }),
    state: literalUnion(CALIBRATION_UNIT_STATES, {
      description: '`unmeasurable`: no result of this evidence could have passed; it is neither passed nor failed',
    }),
    gate_passed: Type.Boolean({ description: 'True only if `state` is `passed`. Other units serve nothing' }),
    tolerance: share('Maximum accepted share of wrong verdicts'),
    confidence: share('Confidence with which the share of wrong verdicts is at most `tolerance`'),
    threshold: shareOrNull('Minimum certainty of accepted verdicts; null if none was chosen'),
    allowance: shareOrNull('Largest `error` with which the accepted rows would pass; null if none would'),
    accepted: rows('Rows of the holdout with at least the threshold'),
    errors: rows('Wrong verdicts among the accepted rows'),
    error: shareOrNull('`errors` over `accepted`; null without accepted rows'),
    raw_error: shareOrNull('Share of wrong verdicts among all decided rows of the holdout; null without rows'),
    min_detectable_error: shareOrNull(
      'Smallest tolerance that the accepted rows could certify; null without accepted rows',
    ),
    false_refusal_rate: shareOrNull(
      'Share of correct rows that the threshold refuses; null without correct rows or without a threshold',
    ),
    rows: Type.Object(
      {
        fit: rows('Decided rows of the oldest half'),
        calibration: rows('Decided rows of the quarter after it'),
        holdout: rows('Decided rows of the newest quarter'),
      },
      { title: 'CalibrationUnitRows', ...closed },
    ),
    refusal: Type.Union([UnitRefusalSchema, Type.Null()], { description: 'Null exactly if the unit passed' }),
    bins: Type.Array(ReliabilityBinSchema, {
      maxItems: MAX_BINS,
      description: 'Reliability diagram of the decided rows of the holdout, least certain first',
    }),
    judge_refusals: rows('Rows on which the judge abstained or gave no verdict; neither errors nor passes'),
  },
  { title: 'CalibrationUnit', ...closed },
);

export type CalibrationUnitDocument = Static<typeof CalibrationUnitSchema>;
