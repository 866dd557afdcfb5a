import { usageFault } from '../output/command-fault.ts';
import type { WindowStart } from '../tree/forms.ts';

const HOUR_MS = 3_600_000;
const MOST_HOURS = 9_999;

/** The start of a window as a read of the plane takes it: whole hours before the service's own time, or an instant. */
export function sinceText(since: WindowStart | undefined, now: Date): string | undefined {
  if (since === undefined) return undefined;
  if ('at' in since) return since.at.toISOString();
  const hours = since.beforeMs / HOUR_MS;
  return Number.isInteger(hours) && hours <= MOST_HOURS
    ? `${hours}h`
    : new Date(now.getTime() - since.beforeMs).toISOString();
}

/**
 * The bounds of a fit, whose spans are counted from `now`.
 *
 * @throws CommandFault `usage` for an empty window
 */
export function fitWindow(
  since: WindowStart | undefined,
  until: Date | undefined,
  now: Date,
): { readonly since?: string; readonly until?: string } {
  const from = since === undefined ? undefined : 'at' in since ? since.at : new Date(now.getTime() - since.beforeMs);
  if (from !== undefined && from >= (until ?? now))
    throw usageFault('The window is empty, because --since is not before its end.', 'choose an earlier --since');
  return {
    ...(from !== undefined && { since: from.toISOString() }),
    ...(until !== undefined && { until: until.toISOString() }),
  };
}
