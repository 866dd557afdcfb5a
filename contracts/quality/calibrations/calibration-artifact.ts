import { Type, type Static } from 'typebox';
import { MAX_UNITS_OF_FIT } from '../../../domain/quality/calibration/artifact.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { countSchema, InstantSchema, textSchema, wholeSchema } from '../../wire/scalars.ts';
import { CalibrationUnitSchema } from './calibration-unit.ts';

const closed = { additionalProperties: false } as const;

const instantOrNull = (description: string) => Type.Union([InstantSchema, Type.Null()], { description });

const PartSummarySchema = Type.Object(
  {
    rows: countSchema('Requests of the part'),
    from: instantOrNull('Admission of the first request; null without requests'),
    until: instantOrNull('Admission of the last request; null without requests'),
  },
  { title: 'CalibrationPartSummary', ...closed },
);

/** The window of the rows that a fit read. */
export const CalibrationWindowSchema = Type.Object(
  {
    from: InstantSchema,
    until: InstantSchema,
    arrival_high_water: textSchema(20, {
      pattern: '^\\d{1,20}$',
      description: 'Newest arrival sequence that the fit could read',
    }),
  },
  { title: 'CalibrationWindow', ...closed },
);

/** The parts of the split of a fit. */
export const ArtifactPartsSchema = Type.Object(
  { fit: PartSummarySchema, calibration: PartSummarySchema, holdout: PartSummarySchema },
  { title: 'CalibrationParts', ...closed },
);

/** The document of a fit. */
export const CalibrationArtifactSchema = Type.Object(
  {
    id: idSchema('calibration'),
    workspace_id: idSchema('workspace'),
    fitted_at: InstantSchema,
    fingerprint: textSchema(100, {
      minLength: 1,
      description: 'Policy epoch: digest of the configuration that decides what is judged',
    }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    min_n: wholeSchema(1, Number.MAX_SAFE_INTEGER, { description: 'Minimum number of rows of the holdout of a unit' }),
    window: CalibrationWindowSchema,
    census: Type.Object(
      {
        labelled: countSchema('Requests with a majority of people, once for each metric'),
        ties: countSchema('Requests with as many passes as fails'),
        uncertain: countSchema('Requests that people only abstained on'),
        duplicates: countSchema('Outcomes that a newer one of the same person on the same request replaces'),
        not_fit_eligible: countSchema('Labelled requests that are imported or synthetic'),
        is_capped: Type.Boolean({ description: 'True if the workspace has more labelled rows than a fit reads' }),
      },
      { title: 'CalibrationCensus', ...closed },
    ),
    parts: ArtifactPartsSchema,
    units: Type.Array(CalibrationUnitSchema, {
      maxItems: MAX_UNITS_OF_FIT,
      description: 'Units by metric, segment and judge',
    }),
    digest: textSchema(64, {
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of the canonical JSON without `id`, `fitted_at` and `digest`',
    }),
  },
  { title: 'CalibrationArtifact', ...closed },
);

export type CalibrationArtifactDocument = Static<typeof CalibrationArtifactSchema>;
