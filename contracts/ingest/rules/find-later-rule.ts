import type { TrafficEvent } from '../events/traffic-event.ts';

const INSTANTS = ['admitted_at', 'dispatched_at', 'occurred_at', 'terminal_at', 'evaluated_at', 'from', 'to'] as const;

/**
 * The sentence about the first broken rule of those that joined the format later; undefined if none is broken. Lines
 * that were planned before these rules existed are loaded again without them.
 */
export function findLaterRule(event: TrafficEvent): string | undefined {
  const members: Readonly<Record<string, unknown>> = event;
  for (const member of INSTANTS) {
    const instant = members[member];
    if (typeof instant === 'string' && instant.startsWith('24', 11))
      return `${member} has the hour 24, which RFC 3339 does not know: write 00 of the day after.`;
  }
  return undefined;
}
