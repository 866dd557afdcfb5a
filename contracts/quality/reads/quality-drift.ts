import { Type, type Static } from 'typebox';
import { DRIFT_DETECTOR_IDS, type DRIFT_DETECTORS } from '../../../domain/quality/drift/detectors.ts';
import { DRIFT_REFUSAL_CODES } from '../../../domain/quality/drift/drift-results.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { countSchema, InstantSchema, textSchema } from '../../wire/scalars.ts';
import { UNIT_NAMES } from '../estimates/unit-names.ts';
import { ProvenanceSchema, windowQuery } from './quality-window.ts';

const closed = { additionalProperties: false } as const;

/** The maximum number of results: the units of a calibration, for each detector. */
const MAX_RESULTS = 100_000;

const METHODS = [
  's_h_esd',
  'population_stability_index',
  'bernoulli_confidence_sequence',
] as const satisfies readonly (typeof DRIFT_DETECTORS)[keyof typeof DRIFT_DETECTORS]['method'][];
const UNITS_OF_MAGNITUDE = ['standard_deviations', 'psi', 'error_rate'] as const;

const size = (description: string) => Type.Number({ description });

const DetectorIdSchema = literalUnion([...DRIFT_DETECTOR_IDS]);

const UnitSchema = Type.Object(UNIT_NAMES, { title: 'DriftUnit', ...closed });

const WindowSchema = Type.Object({ since: InstantSchema, until: InstantSchema }, { title: 'DriftWindow', ...closed });

/** The window of a drift read. */
export const DriftQuerySchema = windowQuery({});

const DetectorRunSchema = Type.Object(
  {
    id: DetectorIdSchema,
    level: Type.Number({ minimum: 0, maximum: 1, description: 'Probability of a false finding' }),
    level_holds: literalUnion(['per_look', 'all_looks'] as const, {
      description:
        '`per_look`: in a single look over all units. Daily looks find more. `all_looks`: over all looks since the calibration together',
    }),
  },
  { title: 'DriftDetectorRun', ...closed },
);

const FindingSchema = Type.Object(
  {
    detector: DetectorIdSchema,
    unit: UnitSchema,
    method: literalUnion([...METHODS]),
    window: WindowSchema,
    rows: countSchema('Rows in the window of the finding'),
    reference_rows: countSchema('Rows with which they are compared'),
    magnitude: size('Size of the change, in `unit_of_magnitude`'),
    unit_of_magnitude: literalUnion([...UNITS_OF_MAGNITUDE], {
      description:
        '`standard_deviations`: signed deviation of the pass rate of the day from its weekly pattern. `psi`: population stability index. `error_rate`: lower bound of the share of wrong verdicts',
    }),
    critical: size('Size above which a look at this unit alone finds drift, in the same unit'),
    practical_minimum: Type.Union(
      [size('Smallest size of a finding, less its expectation without drift'), Type.Null()],
      {
        description: 'Null if every size counts',
      },
    ),
    p_value: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
      description: 'P-value of the look; null for a detector that is valid at every look',
    }),
    level: Type.Number({ minimum: 0, maximum: 1, description: 'Level of the detector over all units' }),
    is_finding: Type.Boolean({
      description: 'False for a look that found nothing, also because other units were looked at',
    }),
  },
  { title: 'DriftFinding', ...closed },
);

const RefusalSchema = Type.Object(
  {
    detector: Type.Union([DetectorIdSchema, Type.Null()], { description: 'Null if no detector ran' }),
    unit: Type.Union([UnitSchema, Type.Null()], { description: 'Null if the reason concerns every unit' }),
    code: literalUnion(DRIFT_REFUSAL_CODES),
    need: Type.Union([Type.Number(), Type.Null()]),
    have: Type.Union([Type.Number(), Type.Null()]),
    text: textSchema(2_000, { minLength: 1, description: 'The reason and the remedy, as a sentence' }),
  },
  { title: 'DriftRefusal', ...closed },
);

/** The results of the drift detectors. */
export const QualityDriftSchema = Type.Object(
  {
    workspace_id: idSchema('workspace'),
    calibration_id: Type.Union([idSchema('calibration'), Type.Null()], {
      description: 'Active calibration, whose units are looked at; null without one',
    }),
    detectors_run: Type.Array(DetectorRunSchema, {
      maxItems: DRIFT_DETECTOR_IDS.length,
      description: 'Configured detectors that ran. Unknown ids are dropped',
    }),
    findings: Type.Array(FindingSchema, {
      maxItems: MAX_RESULTS,
      description: 'Looks of the detectors by window, oldest first, with or without a finding',
    }),
    refusals: Type.Array(RefusalSchema, { maxItems: MAX_RESULTS, description: 'Looks that were not possible' }),
    provenance: ProvenanceSchema,
  },
  { title: 'QualityDriftResponse', ...closed },
);

export type QualityDriftDocument = Static<typeof QualityDriftSchema>;
