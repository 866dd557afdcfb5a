import { Type, type Static } from 'typebox';
import { MAX_UNITS_OF_FIT } from '../../../domain/quality/calibration/artifact.ts';
import {
  CALIBRATION_KINDS,
  CALIBRATION_STATES,
  RECALIBRATION_CHANGES,
} from '../../../domain/quality/calibration/lifecycle.ts';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { InstantSchema, textSchema, wholeSchema } from '../../wire/scalars.ts';

const closed = { additionalProperties: false } as const;

/** The maximum version of a manifest. */
export const MAX_MANIFEST_VERSION = 2_147_483_647;

/** The pointers of a workspace to its calibrations. */
export const CalibrationManifestSchema = Type.Object(
  {
    version: wholeSchema(0, MAX_MANIFEST_VERSION, {
      description: 'Number of changes of the active artifact; activations name it. 0 before the first activation',
    }),
    active: Type.Union([idSchema('calibration'), Type.Null()], { description: 'Null while no artifact is active' }),
    shadow: Type.Union([idSchema('calibration'), Type.Null()], {
      description: 'Newest candidate that is newer than the active artifact; null without one. It serves nothing',
    }),
  },
  { title: 'CalibrationManifest', ...closed },
);

const FitRefusalSchema = Type.Object(
  {
    code: textSchema(100, { minLength: 1 }),
    text: textSchema(2_000, { minLength: 1, description: 'The reason and the remedy, as a sentence' }),
    need: Type.Optional(Type.Number()),
    have: Type.Optional(Type.Number()),
  },
  { title: 'CalibrationFitRefusal', ...closed },
);

/** A calibration without its artifact. */
export const CalibrationEntrySchema = Type.Object(
  {
    calibration_id: idSchema('calibration'),
    kind: literalUnion(CALIBRATION_KINDS),
    workspace_id: idSchema('workspace'),
    version: wholeSchema(1, MAX_MANIFEST_VERSION, { description: 'Number among the fits of the workspace and kind' }),
    state: literalUnion(CALIBRATION_STATES, {
      description: '`candidate` serves nothing; `refused` is a fit without an artifact',
    }),
    digest: Type.Optional(textSchema(64, { pattern: '^[0-9a-f]{64}$', description: 'Absent for a refused fit' })),
    refusal: Type.Optional(FitRefusalSchema),
    units: wholeSchema(0, MAX_UNITS_OF_FIT),
    passed_units: wholeSchema(0, MAX_UNITS_OF_FIT, { description: 'Units that passed their gates' }),
    fitted_at: InstantSchema,
    activated_at: Type.Optional(InstantSchema),
    retired_at: Type.Optional(InstantSchema),
  },
  { title: 'CalibrationEntry', ...closed },
);

export type CalibrationEntryDocument = Static<typeof CalibrationEntrySchema>;

const RecalibrationRowSchema = Type.Object(
  {
    change: literalUnion(RECALIBRATION_CHANGES, {
      description: '`demotion` is one of a judge that the active artifact relies on',
    }),
    calibration_id: idSchema('calibration'),
    manifest_version: wholeSchema(0, MAX_MANIFEST_VERSION, { description: 'Version of the manifest after the change' }),
    actor: Type.Optional(
      textSchema(200, { description: 'User, token or operator; absent for a change that the service made itself' }),
    ),
    detail: textSchema(2_000),
    at: InstantSchema,
  },
  { title: 'RecalibrationRow', ...closed },
);

/** One page of the calibrations of a workspace, newest first, with its manifest and its recalibration log. */
export const CalibrationBoardSchema = Type.Object(
  {
    workspace_id: idSchema('workspace'),
    kind: literalUnion(CALIBRATION_KINDS, {
      description: 'Kind of all listed calibrations; each kind has its manifest',
    }),
    manifest: CalibrationManifestSchema,
    calibrations: Type.Array(CalibrationEntrySchema, { maxItems: MAX_PAGE_ITEMS }),
    log: Type.Array(RecalibrationRowSchema, {
      maxItems: MAX_PAGE_ITEMS,
      description: 'The newest changes, newest first; every page has the same',
    }),
    next_cursor: PageTokenSchema,
  },
  { title: 'CalibrationBoard', ...closed },
);

export type CalibrationBoard = Static<typeof CalibrationBoardSchema>;
