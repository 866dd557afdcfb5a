import { Type, type Static } from 'typebox';
import { MAX_UNITS_OF_FIT } from '../../../domain/quality/calibration/artifact.ts';
import { CROSS_CHECK_CODES } from '../../../domain/quality/calibration/cross-check-codes.ts';
import { THRESHOLD_CHANGES } from '../../../domain/quality/calibration/compare-thresholds.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { shareOrNullSchema, textSchema, wholeSchema } from '../../wire/scalars.ts';
import { UNIT_NAMES } from '../estimates/unit-names.ts';
import { CalibrationArtifactSchema } from './calibration-artifact.ts';
import { CalibrationEntrySchema, CalibrationManifestSchema } from './calibration-board.ts';
import { RoutingArtifactSchema } from './routing-artifact.ts';
import { ThresholdSweepSchema } from './threshold-sweep.ts';

const closed = { additionalProperties: false } as const;

const MAX_WARNINGS = 1_000;

const ThresholdDifferenceSchema = Type.Object(
  {
    ...UNIT_NAMES,
    change: literalUnion(THRESHOLD_CHANGES, {
      description: 'Change of what serves if this artifact replaces the active one',
    }),
    threshold: shareOrNullSchema('Threshold of this artifact; null if the unit serves nothing in it'),
    active_threshold: shareOrNullSchema('Threshold of the active artifact; null if the unit serves nothing in it'),
  },
  { title: 'CalibrationThresholdDifference', ...closed },
);

const SettingDifferenceSchema = Type.Object(
  {
    setting: textSchema(200, { minLength: 1, description: 'Setting of the configuration file' }),
    artifact: Type.Union([Type.Number(), Type.Null()]),
    configured: Type.Union([Type.Number(), Type.Null()], { description: 'Null if it is not configured' }),
  },
  { title: 'CalibrationSettingDifference', ...closed },
);

const CrossCheckWarningSchema = Type.Object(
  {
    code: literalUnion(CROSS_CHECK_CODES),
    text: textSchema(1_000, { minLength: 1, description: 'The fact and the remedy, as a sentence' }),
  },
  { title: 'CalibrationWarning', ...closed },
);

/**
 * One calibration: `artifact` of a calibration of quality, or `routing` of a routing threshold. A refused fit has
 * neither, and nothing to compare.
 */
export const CalibrationDetailSchema = Type.Object(
  {
    calibration: CalibrationEntrySchema,
    manifest: CalibrationManifestSchema,
    artifact: Type.Optional(CalibrationArtifactSchema),
    routing: Type.Optional(RoutingArtifactSchema),
    threshold_diff: Type.Object(
      {
        against_active: Type.Array(ThresholdDifferenceSchema, {
          maxItems: 2 * MAX_UNITS_OF_FIT,
          description: 'Units whose service would change, and those that stay',
        }),
        against_configuration: Type.Array(SettingDifferenceSchema, {
          maxItems: MAX_UNITS_OF_FIT,
          description: 'Settings that differ from the running configuration',
        }),
      },
      { title: 'CalibrationThresholdDiff', ...closed },
    ),
    warnings: Type.Array(CrossCheckWarningSchema, {
      maxItems: MAX_WARNINGS,
      description: 'Facts that make the artifact doubtful',
    }),
    warnings_total: wholeSchema(0, Number.MAX_SAFE_INTEGER),
    sweep: Type.Optional(ThresholdSweepSchema),
  },
  { title: 'CalibrationDetail', ...closed },
);

export type CalibrationDetail = Static<typeof CalibrationDetailSchema>;
