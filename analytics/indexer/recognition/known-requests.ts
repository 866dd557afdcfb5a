import { buffer } from 'node:stream/consumers';
import type { BatchInPlanning } from '../../../store/ingest/planning/batch-plan.ts';
import type { AnalyticsClient } from '../../analytics-client.ts';
import { hashesToHex, type EventHash } from '../events/event-hash.ts';
import type { FactLine } from '../events/read-batch.ts';
import { readRowBinary } from './read-row-binary.ts';
import { RequestFilter } from './request-filter.ts';

/**
 * The number of requests from which a scan of all known requests is cheaper than look-ups. Looking up a request among
 * the identities costs the engine 20 to 50 µs with 100 million known facts. The scan costs 4 ns for each known request.
 */
const WORTH_A_LOOK = 2_000;

/** The number of scans that cost about as much as loading all requests into memory. */
const LOOKS = 8;

/** The upper half of a hash, in bytes. */
const HALF = 4;

/**
 * The next batch. Every planner advances the arrival sequence, so an unchanged sequence means that no other one has
 * planned.
 */
type NextBatch = Pick<BatchInPlanning, 'firstSeq' | 'isAllIdentified'>;

export interface KnownRequestsOptions {
  /** The number of scans for consecutive batches before the filter is filled. */
  readonly looksBefore?: number;
  /** Called when all known requests are in memory, with the seconds that this took. */
  readonly onFilled?: (seconds: number) => void;
}

/**
 * The requests with at least one known event. The engine finds them by a scan of all known requests. An indexer that
 * has planned several large batches in a row keeps a filter of them in memory, as long as no other indexer plans.
 */
export class KnownRequests {
  readonly #clickhouse: AnalyticsClient;
  readonly #looksBefore: number;
  readonly #onFilled: KnownRequestsOptions['onFilled'];
  /** All requests of the batches planned before `#next`. */
  #filter: RequestFilter | undefined;
  #next: bigint | undefined;
  #looks = 0;
  #asked: { readonly firstSeq: bigint; readonly requests: ReadonlySet<EventHash> } | undefined;

  constructor(clickhouse: AnalyticsClient, { looksBefore = LOOKS, onFilled }: KnownRequestsOptions = {}) {
    this.#clickhouse = clickhouse;
    this.#looksBefore = looksBefore;
    this.#onFilled = onFilled;
  }

  /** The requests of the lines of a batch in planning that may be known: all known ones, and few others. */
  async among(batch: NextBatch, lines: readonly FactLine[]): Promise<ReadonlySet<EventHash>> {
    const requests = requestsOf(lines);
    this.#follow(batch.firstSeq);
    this.#asked = { firstSeq: batch.firstSeq, requests };
    const filter = this.#filter;
    if (filter === undefined && requests.size < WORTH_A_LOOK) return requests;
    if (filter !== undefined && !filter.isFull) return heldBy(filter, requests);
    if (this.#looks < this.#looksBefore || !(await batch.isAllIdentified())) {
      this.#looks += 1;
      return lookThrough(this.#clickhouse, requests);
    }
    return heldBy(await this.fill(batch.firstSeq), requests);
  }

  /**
   * Adds a planned batch to the known requests, if it is the batch that was looked up last. The next batch starts after
   * its lines.
   */
  addPlanned({ firstSeq }: Pick<BatchInPlanning, 'firstSeq'>, lineCount: number): void {
    if (this.#asked?.firstSeq !== firstSeq) return;
    if (this.#filter !== undefined) for (const request of this.#asked.requests) this.#filter.add(upperHalfOf(request));
    this.#next = firstSeq + BigInt(lineCount);
    this.#asked = undefined;
  }

  /**
   * Loads all known requests into memory while no batch is planned: those of all batches planned before this position
   * in the arrival sequence.
   */
  async fill(firstSeq: bigint): Promise<RequestFilter> {
    this.#follow(firstSeq);
    const startedAt = performance.now();
    this.#filter = await filterOf(this.#clickhouse);
    this.#onFilled?.((performance.now() - startedAt) / 1_000);
    return this.#filter;
  }

  /** Drops the filter if another indexer has planned, because the filter is then incomplete. */
  #follow(firstSeq: bigint): void {
    if (this.#next !== firstSeq) {
      this.#filter = undefined;
      this.#looks = 0;
    }
    this.#next = firstSeq;
  }
}

function requestsOf(lines: readonly FactLine[]): ReadonlySet<EventHash> {
  const requests = new Set<EventHash>();
  // Events of a request often follow each other.
  let last: EventHash | undefined;
  for (const { identity } of lines) {
    if (identity.request === last) continue;
    requests.add(identity.request);
    last = identity.request;
    if (identity.names === undefined) continue;
    for (const { name } of identity.names.own) requests.add(name);
    for (const { name } of identity.names.around) requests.add(name);
  }
  return requests;
}

function heldBy(filter: RequestFilter, requests: ReadonlySet<EventHash>): ReadonlySet<EventHash> {
  const held = new Set<EventHash>();
  for (const request of requests) if (filter.mayHold(upperHalfOf(request))) held.add(request);
  return held;
}

function upperHalfOf(hash: EventHash): number {
  const [one, two, three] = [hash.charCodeAt(0), hash.charCodeAt(1), hash.charCodeAt(2)];
  return ((one << 24) | (two << 16) | (three << 8) | hash.charCodeAt(HALF - 1)) >>> 0;
}

/** All known requests among these, and hardly any other: one in 200 with 100 million facts. */
async function lookThrough(
  clickhouse: AnalyticsClient,
  requests: ReadonlySet<EventHash>,
): Promise<ReadonlySet<EventHash>> {
  const asked = [...requests];
  const halves = hashesToHex(asked.map((request) => request.slice(0, HALF)));
  // Rows are sorted by their hashes, so equal upper bits are adjacent, and the engine recognizes at once that it has
  // just found them. Few rows are left to be looked up one by one.
  const stream = await readRowBinary(
    clickhouse,
    `WITH asked AS (SELECT byteSwap(arrayJoin(reinterpret(unhex('${halves}'), 'Array(UInt32)'))) AS half)
      SELECT DISTINCT byteSwap(request) FROM known_requests_v1
      PREWHERE toUInt32(bitShiftRight(request, 14)) IN (SELECT toUInt32(bitShiftRight(half, 14)) FROM asked)
      WHERE request IN (SELECT half FROM asked)`,
  );
  const found = (await buffer(stream)).toString('latin1');
  const known = new Set<string>();
  for (let start = 0; start < found.length; start += HALF) known.add(found.slice(start, start + HALF));
  return new Set(asked.filter((request) => known.has(request.slice(0, HALF))));
}

async function filterOf(clickhouse: AnalyticsClient): Promise<RequestFilter> {
  const count = await clickhouse.query({ query: 'SELECT count() FROM known_requests_v1', format: 'TabSeparated' });
  const filter = new RequestFilter(Number(await count.text()));
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of await readRowBinary(clickhouse, 'SELECT request FROM known_requests_v1')) {
    const bytes = rest.length === 0 ? (piece as Buffer) : Buffer.concat([rest, piece as Buffer]);
    const whole = bytes.length - (bytes.length % HALF);
    for (let start = 0; start < whole; start += HALF) filter.add(bytes.readUInt32LE(start));
    rest = bytes.subarray(whole);
  }
  return filter;
}
