import { buffer } from 'node:stream/consumers';
import type { AnalyticsClient } from '../../analytics-client.ts';
import { hashToDigits, hashesToHex, type EventHash } from '../events/event-hash.ts';
import { IDENTITIES } from '../events/event-identities.ts';
import type { EventIdentity } from '../events/identify-event.ts';
import type { FactLine } from '../events/read-batch.ts';
import { readRowBinary } from './read-row-binary.ts';

/** The content that is stored under an identity, and its batch. */
export interface KnownEvent {
  readonly event: EventHash;
  readonly content: EventHash;
  readonly batchId: bigint;
}

/** The number of a batch's effects that moved a price into or out of a state. */
export interface KnownChange {
  readonly change: EventHash;
  readonly batchId: bigint;
  readonly effects: number;
}

/**
 * The stored identities of the events, requests and cancellations of some lines, in the order of their batches, for
 * requests that may be known. A batch may have been abandoned before it was planned. Nothing else of the requests is
 * read, because a sender may give millions of events the same request id.
 */
export async function findKnownEvents(
  clickhouse: AnalyticsClient,
  lines: readonly FactLine[],
  requests: ReadonlySet<EventHash>,
): Promise<KnownEvent[]> {
  if (requests.size === 0) return [];
  const events: EventHash[] = [];
  for (const { identity } of lines) {
    addNames(identity, requests, events);
    if (!requests.has(identity.request)) continue;
    events.push(identity.event);
    if (identity.grouping !== undefined) events.push(identity.request);
    if (identity.cancellation !== undefined) events.push(identity.cancellation);
  }
  const read = `SELECT byteSwap(event_hash), byteSwap(content_hash), batch_id FROM ${IDENTITIES}`;
  const rows = await ask(clickhouse, read, { requests, events }, 'ORDER BY batch_id');
  return rows.map(([event, content, batch]) => ({
    event: event.toString('latin1'),
    content: content.toString('latin1'),
    batchId: batch.readBigUInt64LE(),
  }));
}

/** Adds the identities by which other requests have the names of a call, or are enclosed by it. */
function addNames({ names }: EventIdentity, requests: ReadonlySet<EventHash>, events: EventHash[]): void {
  if (names === undefined) return;
  for (const { name, own, around } of names.own) if (requests.has(name)) events.push(own, around);
  for (const { name, own } of names.around) if (requests.has(name)) events.push(own);
}

/** The stored identities of the states that the prices of some lines leave. */
export async function findKnownChanges(
  clickhouse: AnalyticsClient,
  lines: readonly FactLine[],
): Promise<KnownChange[]> {
  const leaving = lines.flatMap(({ identity: { request, price } }) =>
    price?.leaves === undefined ? [] : [{ request, ...price.leaves }],
  );
  const requests = new Set(leaving.map(({ request }) => request));
  const events = leaving.flatMap(({ entered, left }) => [entered, left]);
  const read = `SELECT byteSwap(event_hash), batch_id, uniqExact(content_hash) FROM ${IDENTITIES}`;
  const rows = await ask(clickhouse, read, { requests, events }, 'GROUP BY event_hash, batch_id');
  return rows.map(([change, batch, effects]) => ({
    change: change.toString('latin1'),
    batchId: batch.readBigUInt64LE(),
    effects: Number(effects.readBigUInt64LE()),
  }));
}

interface Asked {
  readonly requests: ReadonlySet<EventHash>;
  readonly events: readonly EventHash[];
}

/** The number of columns; each has 64 bits. */
const COLUMNS = 3;
const COLUMN_BYTES = 8;

/** Rows of three columns from the identities of some requests. */
async function ask(
  clickhouse: AnalyticsClient,
  read: string,
  { requests, events }: Asked,
  behind: string,
): Promise<[Buffer, Buffer, Buffer][]> {
  if (events.length === 0) return [];
  // The hashes are literals in the statement: as bound values they would not fit into a URL.
  const digits = [...requests].map(hashToDigits).join(',');
  const stream = await readRowBinary(
    clickhouse,
    `${read} WHERE request_hash IN (${digits})
      AND event_hash IN (SELECT byteSwap(arrayJoin(reinterpret(unhex('${hashesToHex(events)}'), 'Array(UInt64)'))))
      ${behind}`,
  );
  const rows = await buffer(stream);
  const column = (row: number, index: number): Buffer => {
    const start = (row * COLUMNS + index) * COLUMN_BYTES;
    return rows.subarray(start, start + COLUMN_BYTES);
  };
  const count = rows.length / (COLUMNS * COLUMN_BYTES);
  return Array.from({ length: count }, (_, row) => [column(row, 0), column(row, 1), column(row, 2)]);
}
