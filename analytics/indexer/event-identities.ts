import { buffer } from 'node:stream/consumers';
import type { AnalyticsClient } from '../analytics-client.ts';
import { createColumnWriter } from '../native/column-writer.ts';
import { insertBlock, type NativeBlock } from '../native/insert-block.ts';
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
  const lines = batches.reduce((sum, batch) => sum + batch.lines.length, 0);
  if (lines === 0) return;
  const written = new IdentityColumns(lines * MOST_OF_A_LINE);
  for (const batch of batches) addIdentities(batch, written);
  await insertBlock(clickhouse, TABLE, written.block, {});
}

/** A request that is opened by an ending as cancelled, or a price that enters one state and leaves another. */
const MOST_OF_A_LINE = 3;

function addIdentities({ batchId, lines, late, opening }: IdentifiedLines, written: IdentityColumns): void {
  const batch = Number(batchId);
  for (const line of lines) {
    const { index, event, identity } = line;
    const { request, content, place, cancellation, price } = identity;
    written.add(batch, line, identity.event, content);
    const opens = event.event === 'request_admitted' ? !late.has(index) : opening.has(index);
    // The request itself, as if it were an event: what it says is where it is counted.
    if (opens && place !== undefined) written.add(batch, line, request, place);
    if (cancellation !== undefined) written.add(batch, line, cancellation, content);
    // States that prices enter and leave, as if they were events: what they say is which effect did it.
    if (price?.enters !== undefined) written.add(batch, line, price.enters, identity.event);
    if (price?.leaves !== undefined) written.add(batch, line, price.leaves.left, identity.event);
  }
}

const NAME = 'LowCardinality(String)';
const INSTANT = "DateTime('UTC')";

/** The rows of identities on their way in. */
class IdentityColumns {
  readonly #organizations;
  readonly #workspaces;
  readonly #requests;
  readonly #known;
  readonly #says;
  readonly #batches;
  readonly #instants;
  #rows = 0;

  /** @param most how many identities are going to be added at most */
  constructor(most: number) {
    this.#organizations = createColumnWriter(NAME, most);
    this.#workspaces = createColumnWriter(NAME, most);
    this.#requests = new HashWriter(most);
    this.#known = new HashWriter(most);
    this.#says = new HashWriter(most);
    this.#batches = createColumnWriter('UInt64', most);
    this.#instants = createColumnWriter(INSTANT, most);
  }

  get block(): NativeBlock {
    return {
      rows: this.#rows,
      columns: [
        { name: 'organization_id', type: NAME, written: this.#organizations.written },
        { name: 'workspace_id', type: NAME, written: this.#workspaces.written },
        { name: 'request_hash', type: 'UInt64', written: this.#requests.written },
        { name: 'event_hash', type: 'UInt64', written: this.#known.written },
        { name: 'content_hash', type: 'UInt64', written: this.#says.written },
        { name: 'batch_id', type: 'UInt64', written: this.#batches.written },
        { name: 'occurred_at', type: INSTANT, written: this.#instants.written },
      ],
    };
  }

  /** An identity of a line of a batch, and what is said under it. */
  add(batchId: number, { event, identity, atMs }: FactLine, known: EventHash, says: EventHash): void {
    this.#organizations.put(event.scope.organization_id);
    this.#workspaces.put(event.scope.workspace_id);
    this.#requests.put(identity.request);
    this.#known.put(known);
    this.#says.put(says);
    this.#batches.put(batchId);
    this.#instants.put(Math.floor(atMs / 1_000));
    this.#rows += 1;
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
