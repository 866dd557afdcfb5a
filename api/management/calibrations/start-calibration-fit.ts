import { CALIBRATION_OPERATIONS } from '../../../contracts/quality/calibration-operations.ts';
import { NewCalibrationFitSchema } from '../../../contracts/quality/calibrations/calibration-changes.ts';
import { invalidMember, Refusal } from '../../../domain/kernel/errors.ts';
import { parseInstant } from '../../../domain/kernel/parse-instant.ts';
import { callerCredentialId } from '../access/management-caller.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import type { CalibrationPorts } from '../ports/calibration-ports.ts';
import { requireWorkspace } from '../quality-workspace/require-workspace.ts';
import { readRoutingTerms } from './read-routing-terms.ts';

/** Starts a fit. Its workflow stores the result under the returned id. */
export const startCalibrationFit = createManagementHandler(CALIBRATION_OPERATIONS, 'management.calibrations.fit', {
  gate: ({ ports }) => requireFits(ports),
  body: NewCalibrationFitSchema,
  async answer(request, { ports, caller }) {
    const { settings, fits } = ports.calibrations;
    const { workspace_id: stated, confidence } = request.body;
    const routing = readRoutingTerms(request.body);
    const floor = routing === undefined ? 'min_n' : 'min_labeled';
    const minN = request.body[floor];
    const since = existingInstant(request.body.since, '/since');
    const until = existingInstant(request.body.until, '/until');
    if (since !== undefined && until !== undefined && since >= until)
      throw invalidMember('/until', '`until` must be after `since`. Send a later instant.');
    if (minN !== undefined && minN < settings.minN)
      throw invalidMember(
        `/${floor}`,
        `\`${floor}\` can only raise the configured minimum of ${settings.minN}. Send at least this number, or omit it.`,
      );
    const workspaceId = await requireWorkspace(ports, stated);
    const requestedBy = callerCredentialId(caller.of(request));
    const terms = { since, until, confidence, minN, ...(routing && { routing }) };
    const fit = await fits.request({ workspaceId, ...terms, requestedBy });
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

/** @throws Refusal `validation_failed` for a day or a time that does not exist */
function existingInstant(text: string | undefined, pointer: string): Date | undefined {
  const instant = text === undefined ? undefined : parseInstant(text);
  if (text !== undefined && instant === undefined)
    throw invalidMember(pointer, 'This instant does not exist. Send an existing day and time.');
  return instant;
}
