import { CALIBRATION_OPERATIONS } from '../../../contracts/quality/calibration-operations.ts';
import { CalibrationActivationSchema } from '../../../contracts/quality/calibrations/calibration-changes.ts';
import type { GateReport } from '../../../contracts/quality/calibrations/gate-report.ts';
import { presentUnit } from '../../../contracts/quality/calibrations/present-unit.ts';
import { PROBLEM_LIMITS } from '../../../contracts/wire/problem-limits.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { callerCredentialId } from '../access/management-caller.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { findCalibration } from './find-calibration.ts';
import { presentCalibration } from './present-calibration.ts';
import { presentManifest } from './present-manifest.ts';
import { presentRouting } from './present-routing.ts';

const NOTE =
  'Reads and experiments use the artifact from now on. Live routing changes at the next reload of the configuration.';

/** Makes an artifact the active one of its kind, and retires its predecessor. */
export const activateCalibration = createManagementHandler(CALIBRATION_OPERATIONS, 'management.calibrations.activate', {
  body: CalibrationActivationSchema,
  async answer(request, { ports, caller }) {
    const calibrationId = request.params.calibration;
    const found = await findCalibration(ports, calibrationId);
    const { store } = found.kind === 'quality' ? ports.calibrations : ports.calibrations.routing;
    const changed = await store
      .activate({
        calibrationId,
        expectedManifestVersion: request.body.expected_manifest_version,
        actor: callerCredentialId(caller.of(request)),
      })
      .catch((error: unknown) => {
        throw withReport(found, error);
      });
    const { kind, stored } = await findCalibration(ports, calibrationId);
    const manifest = await store.manifestOf(stored.workspaceId);
    return {
      calibration: presentCalibration(stored, kind),
      manifest: presentManifest({ ...manifest, version: changed.manifestVersion, activeId: calibrationId }),
      retired: changed.retiredId ?? null,
      note: NOTE,
    };
  },
});

/** The refusal of an artifact that failed its gate with its report; any other error as it is. */
function withReport(found: Awaited<ReturnType<typeof findCalibration>>, error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== 'gate_failed') return error;
  return new Refusal('gate_failed', error.message, { report: reportOf(found), cause: error });
}

function reportOf(found: Awaited<ReturnType<typeof findCalibration>>): GateReport {
  const { calibrationId, units } = found.stored;
  const report = { calibration_id: calibrationId, units_total: units };
  if (found.kind === 'routing') {
    const { artifact } = found.stored;
    return { ...report, units: [], ...(artifact && { routing: presentRouting(artifact) }) };
  }
  const listed = (found.stored.artifact?.units ?? []).slice(0, PROBLEM_LIMITS.errors);
  return { ...report, units: listed.map(presentUnit) };
}
