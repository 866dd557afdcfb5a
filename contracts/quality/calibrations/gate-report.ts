import { Type, type Static } from 'typebox';
import { MAX_UNITS_OF_FIT } from '../../../domain/quality/calibration/artifact.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { PROBLEM_LIMITS } from '../../wire/problem-limits.ts';
import { wholeSchema } from '../../wire/scalars.ts';
import { CalibrationUnitSchema } from './calibration-unit.ts';
import { RoutingArtifactSchema } from './routing-artifact.ts';

/** The report of an artifact that failed its gate, as a member of the problem. */
export const GateReportSchema = Type.Object(
  {
    calibration_id: idSchema('calibration'),
    units_total: wholeSchema(0, MAX_UNITS_OF_FIT, { description: 'Units of the artifact' }),
    units: Type.Array(CalibrationUnitSchema, {
      maxItems: PROBLEM_LIMITS.errors,
      description: 'The first units of the artifact, verbatim; `GET /calibrations/{calibration}` has all of them',
    }),
    routing: Type.Optional(RoutingArtifactSchema),
  },
  { title: 'CalibrationGateReport', additionalProperties: false },
);

export type GateReport = Static<typeof GateReportSchema>;
