import { randomUUID } from 'node:crypto';
import type { TrafficEvent } from '../../../../contracts/ingest/events/traffic-event.ts';
import type { EventSource } from '../../../../journal/source/event-source.ts';

/** A source of some events in one block. Its offsets count lines. */
export function memorySource(events: readonly TrafficEvent[]): EventSource {
  const lines = events.map((event) => JSON.stringify(event));
  const id = `journal:${randomUUID()}`;
  const block = (from: bigint, to: bigint) =>
    Promise.resolve({ lines: lines.slice(Number(from), Number(to)), firstOffset: from, lastOffset: to });
  return {
    id,
    kind: 'journal',
    location: `/${id}`,
    read: (from) => block(from, BigInt(lines.length)),
    readAgain: block,
  };
}
