import { Type, type Static } from 'typebox';
import { MAX_UNITS_OF_FIT } from '../../../domain/quality/calibration/artifact.ts';
import { MAX_ID_BYTES } from '../../wire/id-text.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { InstantSchema, textSchema } from '../../wire/scalars.ts';
import { CalibrationUnitSchema } from '../calibrations/calibration-unit.ts';
import { ProvenanceSchema } from './quality-window.ts';

const closed = { additionalProperties: false } as const;

const RefusalSchema = Type.Object(
  {
    code: literalUnion(['no_active_calibration'] as const),
    text: textSchema(2_000, { minLength: 1, description: 'The reason and the remedy, as a sentence' }),
  },
  { title: 'ReliabilityRefusal', ...closed },
);

/** The holdout report of the active calibration. */
export const QualityReliabilitySchema = Type.Object(
  {
    workspace_id: idSchema('workspace'),
    calibration_id: Type.Union([idSchema('calibration'), Type.Null()], {
      description: 'Active calibration; null without one',
    }),
    fitted_at: Type.Union([InstantSchema, Type.Null()], { description: 'Null without an active calibration' }),
    units: Type.Array(CalibrationUnitSchema, {
      maxItems: MAX_UNITS_OF_FIT,
      description: 'Holdout report of the fit, verbatim; empty without an active calibration',
    }),
    refusal: Type.Union([RefusalSchema, Type.Null()], { description: 'Null with an active calibration' }),
    provenance: Type.Union([ProvenanceSchema, Type.Null()], { description: 'Null without an active calibration' }),
  },
  { title: 'QualityReliabilityResponse', ...closed },
);

export type QualityReliabilityDocument = Static<typeof QualityReliabilitySchema>;

/** The holdout report of one segment. */
export const SegmentReliabilitySchema = Type.Object(
  {
    segment: textSchema(MAX_ID_BYTES, { minLength: 1, description: 'Route of the requests' }),
    ...QualityReliabilitySchema.properties,
  },
  { title: 'SegmentReliabilityResponse', ...closed },
);

export type SegmentReliabilityDocument = Static<typeof SegmentReliabilitySchema>;
