import type { CalibrationBoard } from '../../../contracts/quality/calibrations/calibration-board.ts';
import type { CalibrationManifest } from '../../../store/quality/calibrations/read-manifest.ts';

/** The pointers of a workspace to its calibrations, in the form of an answer. */
export function presentManifest({ version, activeId, shadowId }: CalibrationManifest): CalibrationBoard['manifest'] {
  return { version, active: activeId ?? null, shadow: shadowId ?? null };
}
