import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTrafficLine } from '../../contracts/ingest/lines/parse-traffic-line.ts';
import type { TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';
import { splitEvents } from '../../contracts/ingest/calls/ended-call.ts';

/** An event and its position in the journal. */
export interface WrittenEvent {
  readonly segment: string;
  readonly event: TrafficEvent;
}

/**
 * The events in a folder of the journal, in order. An incomplete last line of a segment, which a kill can leave, is
 * skipped.
 * @throws Error if a complete line is not an event
 */
export function writtenEvents(folder: string): WrittenEvent[] {
  return readdirSync(folder).flatMap((segment) =>
    readFileSync(join(folder, segment), 'utf8')
      .split('\n')
      .slice(0, -1)
      .flatMap(splitEvents)
      .map((line) => {
        const { event, fault } = parseTrafficLine(line);
        if (event === undefined) throw new Error(`${fault.detail} ${line}`);
        return { segment, event };
      }),
  );
}

/** The events in a folder of the journal, by the ids of their requests. */
export function writtenRows(folder: string): ReadonlyMap<string, TrafficEvent[]> {
  const rows = new Map<string, TrafficEvent[]>();
  for (const { event } of writtenEvents(folder)) {
    if (!('logical_request_id' in event)) throw new Error(`${event.event} describes no request.`);
    const row = rows.get(event.logical_request_id);
    if (row === undefined) rows.set(event.logical_request_id, [event]);
    else row.push(event);
  }
  return rows;
}
