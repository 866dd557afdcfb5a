import { notFound } from '../../../domain/kernel/errors.ts';
import type { CalibrationArtifact } from '../../../domain/quality/calibration/artifact.ts';
import type { RoutingArtifact } from '../../../domain/quality/routing-thresholds/routing-artifact.ts';
import type { StoredCalibration } from '../../../store/quality/calibrations/calibration-store.ts';
import type { CalibrationPorts } from '../ports/calibration-ports.ts';

/** A calibration with its kind, which determines its artifact. */
type FoundCalibration =
  | { readonly kind: 'quality'; readonly stored: StoredCalibration<CalibrationArtifact> }
  | { readonly kind: 'routing'; readonly stored: StoredCalibration<RoutingArtifact> };

/**
 * Finds a calibration of any kind.
 * @throws Refusal `not_found` if there is none with this id
 */
export async function findCalibration(
  { calibrations }: Pick<CalibrationPorts, 'calibrations'>,
  calibrationId: string,
): Promise<FoundCalibration> {
  const quality = await calibrations.store.find(calibrationId);
  if (quality !== undefined) return { kind: 'quality', stored: quality };
  const routing = await calibrations.routing.store.find(calibrationId);
  if (routing !== undefined) return { kind: 'routing', stored: routing };
  throw notFound(`There is no calibration ${calibrationId}. Use an id from the list of calibrations.`);
}
