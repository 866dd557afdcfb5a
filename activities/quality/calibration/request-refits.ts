import type { CalibrationFitPorts } from './calibration-fit-ports.ts';

/** The requester of refits in rows of fits. The recalibration log shows no author for them. */
export const REFIT_REQUESTER = 'refit_interval';

/**
 * Requests a refit of each workspace with labels, and returns the ids of the fits, by workspace. Intervals count from
 * 1970, and each workspace has one refit in an interval, so that a repetition requests none. Without an interval, it
 * requests none at all.
 */
export async function requestRefits({
  reader,
  fits,
  settings: { isEnabled, refitIntervalMs },
  goldSources,
  clock,
  faultPoints,
}: CalibrationFitPorts): Promise<string[]> {
  if (!isEnabled || refitIntervalMs === undefined) return [];
  const interval = Math.floor(clock.now().getTime() / refitIntervalMs);
  const requested: string[] = [];
  for (const workspaceId of await reader.labelledWorkspaces(goldSources)) {
    const { fitId } = await fits.request({
      workspaceId,
      fitKey: `refit ${workspaceId} ${refitIntervalMs} ${interval}`,
      since: undefined,
      until: undefined,
      confidence: undefined,
      minN: undefined,
      requestedBy: REFIT_REQUESTER,
    });
    requested.push(fitId);
    faultPoints.reach('calibrating.after_request');
  }
  return requested;
}
