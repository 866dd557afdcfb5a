import { artifactDigest } from '../../../contracts/quality/calibrations/artifact-digest.ts';
import { DefectError } from '../../../domain/kernel/errors.ts';
import type { CalibrationArtifact } from '../../../domain/quality/calibration/artifact.ts';
import { CALIBRATION_DISABLED } from '../../../domain/quality/calibration/fit-refusals.ts';
import type { FitRefusal } from '../../../domain/quality/calibration/lifecycle.ts';
import type { RoutingArtifact } from '../../../domain/quality/routing-thresholds/routing-artifact.ts';
import type { RequestedFit } from '../../../store/quality/calibrations/calibration-fit-store.ts';
import type { CalibrationFitPorts } from './calibration-fit-ports.ts';
import { fitFrame } from './fit-frame.ts';
import { fitQuality } from './fit-quality.ts';
import { fitRoutingThreshold } from './fit-routing-threshold.ts';
import { candidateStatus, routingStatus, type FitStatus } from './fit-status.ts';
import { REFIT_REQUESTER } from './request-refits.ts';

/** A complete artifact, or the reason why there is none. */
type FitEnding = { readonly artifact: CalibrationArtifact | RoutingArtifact } | { readonly refusal: FitRefusal };

/**
 * Fits the labels of a requested fit, and records the result with its row in the recalibration log. A fit that has a
 * result keeps it: a retry reads no labels again.
 *
 * @throws DefectError if the fit is unknown; Refusal if ClickHouse does not answer
 */
export async function fitWorkspace(ports: CalibrationFitPorts, fitId: string): Promise<FitStatus> {
  const { fits, faultPoints, log } = ports;
  const fit = await fits.find(fitId);
  if (fit === undefined) throw new DefectError(`The fit ${fitId} does not exist.`);
  if (fit.endedAt !== null) return recordedStatus(ports, fit);

  const outcome = await endingOf(ports, fit);
  faultPoints.reach('calibrating.after_fit');
  const { isNew } = await fits.recordFit({
    calibrationId: fitId,
    fitKey: fit.fitKey,
    workspaceId: fit.workspaceId,
    kind: fit.routing === null ? 'quality' : 'routing',
    ...(fit.requestedBy !== REFIT_REQUESTER && { actor: fit.requestedBy }),
    outcome,
  });
  faultPoints.reach('calibrating.after_record');
  // Another worker may have recorded the fit meanwhile, from other rows.
  const status = isNew ? statusOf(fit, outcome) : await recordedStatus(ports, fit);
  const members = { calibration_id: fitId, workspace_id: fit.workspaceId };
  if (status.state === 'refused') log.warn({ ...members, code: status.refusal.code }, 'refused a fit of a calibration');
  else log.info({ ...members, units: status.units, passed: status.passed }, 'fitted a calibration');
  return status;
}

async function endingOf(ports: CalibrationFitPorts, fit: RequestedFit): Promise<FitEnding> {
  const { settings, clock } = ports;
  if (!settings.isEnabled) return { refusal: CALIBRATION_DISABLED };
  const frame = fitFrame(fit, settings);
  const outcome = await (fit.routing === null
    ? fitQuality(ports, frame)
    : fitRoutingThreshold(ports, frame, fit.routing));
  if ('refusal' in outcome) return outcome;
  const { content } = outcome;
  return {
    artifact: { id: fit.fitId, fitted_at: clock.now().toISOString(), ...content, digest: artifactDigest(content) },
  };
}

function statusOf({ workspaceId, fitId: calibrationId }: RequestedFit, outcome: FitEnding): FitStatus {
  if ('refusal' in outcome) return { workspaceId, calibrationId, state: 'refused', refusal: outcome.refusal };
  return 'units' in outcome.artifact ? candidateStatus(outcome.artifact) : routingStatus(outcome.artifact);
}

/** The status of a fit with a result. @throws DefectError if there is none */
async function recordedStatus({ calibrations, routing }: CalibrationFitPorts, fit: RequestedFit): Promise<FitStatus> {
  const stored = await (fit.routing === null ? calibrations : routing.calibrations).find(fit.fitId);
  if (stored?.artifact !== undefined) return statusOf(fit, { artifact: stored.artifact });
  if (stored?.refusal !== undefined) return statusOf(fit, { refusal: stored.refusal });
  throw new DefectError(`The fit ${fit.fitId} ended without a result.`);
}
