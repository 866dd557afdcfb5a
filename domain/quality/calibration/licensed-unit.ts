import type { CalibrationUnit } from './artifact.ts';

/** The members of a unit that decide whether its verdicts are evidence. */
type Gate = Pick<CalibrationUnit, 'gate_passed' | 'threshold'>;

interface PassedGate {
  readonly gate_passed: true;
  readonly threshold: number;
}

/** A unit whose verdicts are evidence: it passed its gate, and has a threshold. */
export type LicensedUnit = CalibrationUnit & PassedGate;

/** The units of an artifact that license verdicts, in its order; none without an artifact. */
export function licensedUnits<Unit extends Gate>(units: readonly Unit[] = []): (Unit & PassedGate)[] {
  return units.filter(isLicensed);
}

function isLicensed<Unit extends Gate>(unit: Unit): unit is Unit & PassedGate {
  return unit.gate_passed && unit.threshold !== null;
}
