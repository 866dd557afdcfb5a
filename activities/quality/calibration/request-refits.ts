import { Refusal } from '../../../domain/kernel/errors.ts';
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
    const fitId = await requestOnce(fits, {
      workspaceId,
      fitKey: `refit ${workspaceId} ${refitIntervalMs} ${interval}`,
      since: undefined,
      until: undefined,
      confidence: undefined,
      minN: undefined,
      requestedBy: REFIT_REQUESTER,
    });
    if (fitId === undefined) continue;
    requested.push(fitId);
    faultPoints.reach('calibrating.after_request');
  }
  return requested;
}

/**
 * The id of the requested fit; undefined for a workspace that no longer exists. Its labels are still facts, and one
 * such workspace must not keep the others from their refits.
 */
async function requestOnce(
  fits: CalibrationFitPorts['fits'],
  request: Parameters<CalibrationFitPorts['fits']['request']>[0],
): Promise<string | undefined> {
  try {
    return (await fits.request(request)).fitId;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined;
    throw error;
  }
}
