import { buffer } from 'node:stream/consumers';
import type { AnalyticsClient } from '../analytics-client.ts';
import { createColumnWriter, type ColumnType } from '../native/column-writer.ts';
import { insertBlock, type NativeColumn } from '../native/insert-block.ts';
import { digitsOf, HashWriter, type EventHash } from './event-hash.ts';
import type { FactLine } from './read-batch.ts';

const TABLE = 'event_identities_v1';

/** The lines of a batch that become facts. */
export interface IdentifiedLines {
  readonly batchId: bigint;
  readonly lines: readonly FactLine[];
  /** Places of the admissions behind the endings of their requests, and of the endings that tell of theirs first. */
  readonly late: ReadonlySet<number>;
  readonly opening: ReadonlySet<number>;
}

/** What was said under an identity, and by which batch. */
export interface KnownEvent {
  readonly event: EventHash;
  readonly content: EventHash;
  readonly batchId: bigint;
}

/** Writes down what the events of batches are known by. Harmless when it is repeated. */
export async function insertIdentities(
  clickhouse: AnalyticsClient,
  batches: readonly IdentifiedLines[],
): Promise<void> {
  const pieces = batches.flatMap((batch) => [...identitiesOf(batch)]);
  const rows = pieces.reduce((sum, { known }) => sum + known.length, 0);
  if (rows === 0) return;
  const columns = {
    organization_id: createColumnWriter(NAME, rows),
    workspace_id: createColumnWriter(NAME, rows),
    request_hash: new HashWriter(rows),
    event_hash: new HashWriter(rows),
    content_hash: new HashWriter(rows),
    batch_id: createColumnWriter('UInt64', rows),
    occurred_at: createColumnWriter(INSTANT, rows),
  };
  for (const { batchId, lines, known, says } of pieces) {
    columns.organization_id.add(lines.map(({ event }) => event.scope.organization_id));
    columns.workspace_id.add(lines.map(({ event }) => event.scope.workspace_id));
    columns.request_hash.add(lines.map(({ identity }) => identity.request));
    columns.event_hash.add(known);
    columns.content_hash.add(says);
    columns.batch_id.add(lines.map(() => Number(batchId)));
    columns.occurred_at.add(lines.map(({ atMs }) => Math.floor(atMs / 1_000)));
  }
  const columnOf = (name: keyof typeof columns, type: ColumnType): NativeColumn => ({
    name,
    type,
    written: columns[name].written,
  });
  await insertBlock(
    clickhouse,
    TABLE,
    {
      rows,
      columns: [
        columnOf('organization_id', NAME),
        columnOf('workspace_id', NAME),
        columnOf('request_hash', 'UInt64'),
        columnOf('event_hash', 'UInt64'),
        columnOf('content_hash', 'UInt64'),
        columnOf('batch_id', 'UInt64'),
        columnOf('occurred_at', INSTANT),
      ],
    },
    {},
  );
}

const NAME = 'LowCardinality(String)';
const INSTANT = "DateTime('UTC')";

/** Of one batch: the line of each identity, what is known and what that says. */
interface Identities {
  readonly batchId: bigint;
  readonly lines: readonly FactLine[];
  readonly known: readonly EventHash[];
  readonly says: readonly EventHash[];
}

/** Their identities are written column by column while they are near to the processor. */
const LINES_AT_ONCE = 256;

function* identitiesOf({ batchId, lines: all, late, opening }: IdentifiedLines): Generator<Identities> {
  for (let start = 0; start < all.length; start += LINES_AT_ONCE) {
    const [lines, known, says]: [FactLine[], EventHash[], EventHash[]] = [[], [], []];
    const add = (line: FactLine, of: EventHash, content: EventHash): void => {
      lines.push(line);
      known.push(of);
      says.push(content);
    };
    for (const line of all.slice(start, start + LINES_AT_ONCE)) {
      const { index, event, identity } = line;
      const { request, content, place, cancellation, price } = identity;
      add(line, identity.event, content);
      const opens = event.event === 'request_admitted' ? !late.has(index) : opening.has(index);
      // The request itself, as if it were an event: what it says is where it is counted.
      if (opens && place !== undefined) add(line, request, place);
      if (cancellation !== undefined) add(line, cancellation, content);
      // States that prices enter and leave, as if they were events: what they say is which effect did it.
      if (price?.enters !== undefined) add(line, price.enters, identity.event);
      if (price?.leaves !== undefined) add(line, price.leaves.left, identity.event);
    }
    yield { batchId, lines, known, says };
  }
}

/** Two hashes and the number of a batch, of 64 bits each. */
const KNOWN_BYTES = 24;

/**
 * What was written down of the events of the requests of some lines, in the order of the batches that did it. A batch may
 * have died before it was planned.
 */
export async function knownOf(clickhouse: AnalyticsClient, lines: readonly FactLine[]): Promise<KnownEvent[]> {
  const asked = [...new Set(lines.map(({ identity }) => identity.request))];
  const requests = asked.length < WORTH_A_LOOK ? asked : await maybeKnown(clickhouse, asked);
  if (requests.length === 0) return [];
  // Digits of ours in the statement itself: as a value they would not fit into a URL.
  const digits = requests.map(digitsOf).join(',');
  const { stream } = await clickhouse.exec({
    query: `SELECT byteSwap(event_hash), byteSwap(content_hash), batch_id FROM ${TABLE} WHERE request_hash IN (${digits})
      ORDER BY batch_id FORMAT RowBinary`,
    clickhouse_settings: { max_query_size: String(digits.length + 1_000) },
  });
  const rows = await buffer(stream);
  return Array.from({ length: rows.length / KNOWN_BYTES }, (_, row) => {
    const start = row * KNOWN_BYTES;
    return {
      event: rows.toString('latin1', start, start + 8),
      content: rows.toString('latin1', start + 8, start + 16),
      batchId: rows.readBigUInt64LE(start + 16),
    };
  });
}

/**
 * To look a request up among the identities costs the engine 20 to 50 µs where 100 million facts are known, and to look through all
 * requests first 4 ns for each that is known.
 */
const WORTH_A_LOOK = 2_000;

/** The upper half of a hash, in bytes. */
const HALF = 4;

/** All of these requests of which anything is known, and hardly another: one in 200 where 100 million facts are. */
async function maybeKnown(clickhouse: AnalyticsClient, requests: readonly EventHash[]): Promise<EventHash[]> {
  const halves = Buffer.from(requests.map((request) => request.slice(0, HALF)).join(''), 'latin1').toString('hex');
  const { stream } = await clickhouse.exec({
    // Rows lie in the order of their hashes, so that the same upper bits come one after the other: of these the engine knows at once that
    // it has just found them. Few rows are left to be looked for one by one.
    query: `WITH asked AS (SELECT byteSwap(arrayJoin(reinterpret(unhex('${halves}'), 'Array(UInt32)'))) AS half)
      SELECT DISTINCT byteSwap(request) FROM known_requests_v1
      PREWHERE toUInt32(bitShiftRight(request, 14)) IN (SELECT toUInt32(bitShiftRight(half, 14)) FROM asked)
      WHERE request IN (SELECT half FROM asked) FORMAT RowBinary`,
    clickhouse_settings: { max_query_size: String(halves.length + 1_000) },
  });
  const found = (await buffer(stream)).toString('latin1');
  const known = new Set<string>();
  for (let start = 0; start < found.length; start += HALF) known.add(found.slice(start, start + HALF));
  return requests.filter((request) => known.has(request.slice(0, HALF)));
}
