import { splitEvents } from '../../contracts/ingest/calls/ended-call.ts';
import { parseTrafficLine } from '../../contracts/ingest/lines/parse-traffic-line.ts';
import type { TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';
import type { SkippedLines } from './skipped-lines.ts';

/**
 * The valid events of a line, by the rules of the traffic format.
 *
 * @param isTorn true if the line has no line break, so that its writer may not have finished it
 * @param skipped receives the line if any of its events is not valid; it counts once, with its first fault
 */
export function eventsOfLine(line: string, isTorn: boolean, skipped: SkippedLines): TrafficEvent[] {
  const events: TrafficEvent[] = [];
  let isCounted = false;
  for (const text of splitEvents(line)) {
    const { event, fault } = parseTrafficLine(text);
    if (event !== undefined) events.push(event);
    else if (!isCounted) {
      isCounted = true;
      skipped.add(isTorn ? 'unfinished' : fault.reason);
    }
  }
  return events;
}
