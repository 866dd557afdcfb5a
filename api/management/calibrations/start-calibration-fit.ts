import { CALIBRATION_OPERATIONS } from '../../../contracts/quality/calibration-operations.ts';
import { NewCalibrationFitSchema } from '../../../contracts/quality/calibrations/calibration-changes.ts';
import { invalidMember, Refusal } from '../../../domain/kernel/errors.ts';
import { findFitTermsFault } from '../../../domain/quality/calibration/find-fit-terms-fault.ts';
import { callerCredentialId } from '../access/management-caller.ts';
import { announceCreation } from '../lane/announce-creation.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { requireInstant } from '../lane/require-instant.ts';
import type { CalibrationPorts } from '../ports/calibration-ports.ts';
import { requireWorkspace } from '../quality-workspace/require-workspace.ts';
import { readRoutingTerms } from './read-routing-terms.ts';

/** Starts a fit. Its workflow stores the result under the returned id. */
export const startCalibrationFit = createManagementHandler(CALIBRATION_OPERATIONS, 'management.calibrations.fit', {
  gate: ({ ports }) => requireFits(ports),
  body: NewCalibrationFitSchema,
  async answer(request, { ports, caller }, reply) {
    const { settings, fits } = ports.calibrations;
    const { workspace_id: stated, confidence } = request.body;
    const routing = readRoutingTerms(request.body);
    const floor = routing === undefined ? 'min_n' : 'min_labeled';
    const minN = request.body[floor];
    const since = requireInstant(request.body.since, '/since');
    const until = requireInstant(request.body.until, '/until');
    const names = { since: 'since', until: 'until', least: floor };
    const fault = findFitTermsFault(settings.minN, { since, until, least: minN }, names);
    if (fault !== undefined) throw invalidMember(`/${names[fault.term]}`, fault.text);
    const workspaceId = await requireWorkspace(ports, stated);
    const requestedBy = callerCredentialId(caller.of(request));
    const terms = { since, until, confidence, minN, ...(routing && { routing }) };
    const fit = await fits.request({ workspaceId, ...terms, requestedBy });
    announceCreation(reply, { path: `calibrations/${fit.fitId}` });
    return {
      calibration_id: fit.fitId,
      workspace_id: workspaceId,
      requested_at: fit.requestedAt.toISOString(),
    };
  },
});

/** @throws Refusal `feature_absent` if the configuration enables no calibration */
function requireFits({ calibrations }: CalibrationPorts): void {
  if (calibrations.settings.isEnabled) return;
  throw new Refusal(
    'feature_absent',
    'This deployment fits no calibrations. Set `evals.calibration.quality.enabled` and `confidence` in the configuration file.',
  );
}
