import type { TrafficEvent } from '../../../../contracts/ingest/events/traffic-event.ts';

/** The rows of one kind, in their order. */
export function ofKind<Name extends TrafficEvent['event']>(
  rows: TrafficEvent[],
  name: Name,
): Extract<TrafficEvent, { event: Name }>[] {
  return rows.filter((row): row is Extract<TrafficEvent, { event: Name }> => row.event === name);
}
