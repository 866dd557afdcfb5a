import type { CalibrationUnit } from '../../../domain/quality/calibration/artifact.ts';
import type { CalibrationUnitDocument } from './calibration-unit.ts';

/** A unit of an artifact in the form of an answer. */
export function presentUnit(unit: CalibrationUnit): CalibrationUnitDocument {
  return { ...unit, rows: { ...unit.rows }, bins: unit.bins.map((bin) => ({ ...bin })) };
}
