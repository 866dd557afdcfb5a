import type { CalibrationArtifact } from '../calibration/artifact.ts';
import { licensedUnits } from '../calibration/licensed-unit.ts';

/**
 * The conditions that licensed rows were tested for. `no_active_calibration`: nothing licenses a row.
 * `active_unit_gate_and_threshold`: the unit of the judge is in the active calibration and passed its gate, and the
 * certainty reaches the threshold. `b9_full`: in addition, the judge of every licensing unit is promoted now.
 */
export const LICENSING_PREDICATES = ['no_active_calibration', 'active_unit_gate_and_threshold', 'b9_full'] as const;
export type LicensingPredicate = (typeof LICENSING_PREDICATES)[number];

/**
 * The conditions that all licensed rows meet.
 *
 * @param promoted the subjects of the promoted judges; undefined if their records cannot be read
 */
export function findLicensingPredicate(
  artifact: CalibrationArtifact | undefined,
  promoted: ReadonlySet<string> | undefined,
): LicensingPredicate {
  if (artifact === undefined) return 'no_active_calibration';
  const isFull = licensedUnits(artifact.units).every(({ judge_subject: subject }) => promoted?.has(subject) === true);
  return promoted !== undefined && isFull ? 'b9_full' : 'active_unit_gate_and_threshold';
}
