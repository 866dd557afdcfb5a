import { Type, type Static } from 'typebox';
import { MIN_TOLERANCE } from '../../../domain/judges/configuration/calibration-settings.ts';
import { FROZEN_FLOORS } from '../../../domain/judges/configuration/floors.ts';
import { CALIBRATION_KINDS } from '../../../domain/quality/calibration/lifecycle.ts';
import { MAX_ID_BYTES } from '../../wire/id-text.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { InstantSchema, textSchema, WRITTEN_INSTANT_PATTERN, wholeSchema } from '../../wire/scalars.ts';
import { CalibrationEntrySchema, CalibrationManifestSchema, MAX_MANIFEST_VERSION } from './calibration-board.ts';

const closed = { additionalProperties: false } as const;

const WrittenInstantSchema = Type.String({
  title: 'CalibrationInstant',
  maxLength: 35,
  pattern: WRITTEN_INSTANT_PATTERN,
  'x-form': 'an RFC 3339 instant of the years 2000 to 2099',
  description: 'RFC 3339 instant of the years 2000 to 2099',
  examples: ['2026-01-31T08:00:00Z'],
});

/** The members of a fit of a routing threshold. */
const ROUTING_MEMBERS = {
  rule: Type.Optional(textSchema(64, { minLength: 1, description: 'Rule whose only bound of input tokens is fitted' })),
  param: Type.Optional(
    textSchema(120, {
      minLength: 1,
      description: 'Bound that is fitted, such as `routing.rules.small.max_input_tokens`, in place of `rule`',
    }),
  ),
  quality_budget: Type.Optional(
    Type.Number({
      minimum: MIN_TOLERANCE,
      exclusiveMaximum: 1,
      description: 'Goal: the largest saving that loses at most this share of calls',
    }),
  ),
  target_frontier_pct: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1,
      description: 'Goal: the strictest threshold that reaches this share of the largest saving',
    }),
  ),
  min_labeled: Type.Optional(
    wholeSchema(FROZEN_FLOORS.judge_validation_min_n, 1_000_000, {
      description: 'Minimum number of pairs with a verdict on both answers. It can only raise the configured `min_n`',
    }),
  ),
  metric: Type.Optional(
    textSchema(MAX_ID_BYTES, {
      minLength: 1,
      description: 'Metric of the verdicts; by default the only one that the pairs have',
    }),
  ),
};

/** The parameters of a fit. */
export const NewCalibrationFitSchema = Type.Object(
  {
    kind: Type.Optional(
      literalUnion(CALIBRATION_KINDS, {
        description: '`quality` by default. Only `routing` has a rule, a goal, `min_labeled` and `metric`',
      }),
    ),
    workspace_id: Type.Optional(idSchema('workspace')),
    since: Type.Optional(WrittenInstantSchema),
    until: Type.Optional(WrittenInstantSchema),
    confidence: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        exclusiveMaximum: 1,
        description: 'Confidence of the claims; the configured one by default',
      }),
    ),
    min_n: Type.Optional(
      wholeSchema(FROZEN_FLOORS.judge_validation_min_n, 1_000_000, {
        description: 'Minimum number of rows of a unit’s holdout. It can only raise the configured one',
      }),
    ),
    ...ROUTING_MEMBERS,
  },
  { title: 'NewCalibrationFit', ...closed },
);

/** A fit that was requested. */
export const CalibrationFitSchema = Type.Object(
  {
    calibration_id: idSchema('calibration'),
    workspace_id: idSchema('workspace'),
    requested_at: InstantSchema,
  },
  { title: 'CalibrationFit', ...closed },
);

/** A request for an activation. */
export const CalibrationActivationSchema = Type.Object(
  {
    expected_manifest_version: wholeSchema(0, MAX_MANIFEST_VERSION, {
      description: 'Version of the manifest that the caller read; another version gets 409',
    }),
  },
  { title: 'CalibrationActivation', ...closed },
);

/** The result of an activation. */
export const ActivatedCalibrationSchema = Type.Object(
  {
    calibration: CalibrationEntrySchema,
    manifest: CalibrationManifestSchema,
    retired: Type.Union([idSchema('calibration'), Type.Null()], {
      description: 'Calibration that was active before; null if there was none',
    }),
    note: textSchema(500, { description: 'The time from which the change has an effect, as a sentence' }),
  },
  { title: 'ActivatedCalibration', ...closed },
);

export type ActivatedCalibration = Static<typeof ActivatedCalibrationSchema>;
