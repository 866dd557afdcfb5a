import type { CalibrationKind } from '../../domain/quality/calibration/lifecycle.ts';
import { usageFault } from '../output/command-fault.ts';
import type { Result } from '../output/result.ts';
import type { Plane } from './open-plane.ts';

const COMMANDS: Readonly<Record<CalibrationKind, string>> = {
  quality: 'tt quality activate',
  routing: 'tt calibrate --activate',
};

/**
 * Activates a calibration over the present version of its manifest; a change in between is a conflict.
 *
 * @throws CommandFault `usage` for a calibration of the other kind
 */
export async function activateCalibration(plane: Plane, id: string, kind: CalibrationKind): Promise<Result> {
  const { data: found } = await plane.call('management.calibrations.get', { ids: { calibration: id } });
  if (found.calibration.kind !== kind)
    throw usageFault(
      `${id} is a calibration of the kind ${found.calibration.kind}. Nothing was changed.`,
      `${COMMANDS[found.calibration.kind]} ${id}`,
    );
  const { bytes, data } = await plane.call('management.calibrations.activate', {
    ids: { calibration: id },
    body: { expected_manifest_version: found.manifest.version },
  });
  return {
    kind: 'document',
    document: bytes,
    text: () =>
      [
        `Calibration ${id} is active.`,
        ...(data.retired === null ? [] : [`Calibration ${data.retired} is retired.`]),
        data.note,
      ].join('\n'),
  };
}
