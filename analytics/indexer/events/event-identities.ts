import type { AnalyticsClient } from '../../analytics-client.ts';
import { createColumnWriter } from '../../native/column-writer.ts';
import { insertBlock, type NativeBlock } from '../../native/insert-block.ts';
import { HashWriter, type EventHash } from './event-hash.ts';
import type { FactLine } from './read-batch.ts';

/** The table of event identities, each with the content and the batch of its event. */
export const IDENTITIES = 'event_identities_v1';

/** The lines of a batch that become facts. */
export interface IdentifiedLines {
  readonly batchId: bigint;
  readonly lines: readonly FactLine[];
  /**
   * Positions of the admissions that follow the ending of their request, and of the endings that are the first event of
   * theirs.
   */
  readonly late: ReadonlySet<number>;
  readonly opening: ReadonlySet<number>;
}

/** Stores the identities of the events of batches. It can be repeated without harm. */
export async function insertIdentities(
  clickhouse: AnalyticsClient,
  batches: readonly IdentifiedLines[],
): Promise<void> {
  const lines = batches.reduce((sum, batch) => sum + batch.lines.length, 0);
  if (lines === 0) return;
  const names = batches.reduce((sum, batch) => sum + namesIn(batch.lines), 0);
  const written = new IdentityColumns(lines * MAX_OF_A_LINE + names);
  for (const batch of batches) addIdentities(batch, written);
  await insertBlock(clickhouse, IDENTITIES, written.block, {});
}

/**
 * The maximum number of identities of a line, without names. A cancelled ending that opens its request has three, and
 * so has an effect whose price leaves one state and enters another.
 */
const MAX_OF_A_LINE = 3;

function addIdentities({ batchId, lines, late, opening }: IdentifiedLines, written: IdentityColumns): void {
  const batch = Number(batchId);
  for (const line of lines) {
    const { index, event, identity } = line;
    const { request, content, grouping, cancellation, price } = identity;
    written.add(batch, line, identity.event, content);
    const opens = event.event === 'request_admitted' ? !late.has(index) : opening.has(index);
    // The request itself, stored like an event. Its content is the group in which it is counted.
    if (opens && grouping !== undefined) written.add(batch, line, request, grouping);
    if (cancellation !== undefined) written.add(batch, line, cancellation, content);
    // The states that prices enter and leave, stored like events. Their content is the effect that changed the price.
    if (price?.enters !== undefined) written.add(batch, line, price.enters, identity.event);
    if (price?.leaves !== undefined) written.add(batch, line, price.leaves.left, identity.event);
    if (event.event === 'request_admitted') addNames(batch, line, written);
  }
}

/** Adds the names of a call, stored like requests. Their content is the request that has them. */
function addNames(batch: number, line: FactLine, written: IdentityColumns): void {
  const { request, names } = line.identity;
  for (const { name, own } of names?.own ?? []) written.add(batch, line, own, request, name);
  for (const { name, around } of names?.around ?? []) written.add(batch, line, around, request, name);
}

function namesIn(lines: readonly FactLine[]): number {
  let names = 0;
  for (const { identity } of lines)
    if (identity.names !== undefined) names += identity.names.own.length + identity.names.around.length;
  return names;
}

const NAME = 'LowCardinality(String)';
const INSTANT = "DateTime('UTC')";

/** The rows of identities that are inserted. */
class IdentityColumns {
  readonly #organizations;
  readonly #workspaces;
  readonly #requests;
  readonly #known;
  readonly #says;
  readonly #batches;
  readonly #instants;
  #rows = 0;

  /** @param maxIdentities the maximum number of identities */
  constructor(maxIdentities: number) {
    this.#organizations = createColumnWriter(NAME, maxIdentities);
    this.#workspaces = createColumnWriter(NAME, maxIdentities);
    this.#requests = new HashWriter(maxIdentities);
    this.#known = new HashWriter(maxIdentities);
    this.#says = new HashWriter(maxIdentities);
    this.#batches = createColumnWriter('UInt64', maxIdentities);
    this.#instants = createColumnWriter(INSTANT, maxIdentities);
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

  /** Adds an identity of a line of a batch, and the content that is stored under it. */
  add(
    batchId: number,
    { event, identity, atMs }: FactLine,
    known: EventHash,
    says: EventHash,
    request: EventHash = identity.request,
  ): void {
    this.#organizations.put(event.scope.organization_id);
    this.#workspaces.put(event.scope.workspace_id);
    this.#requests.put(request);
    this.#known.put(known);
    this.#says.put(says);
    this.#batches.put(batchId);
    this.#instants.put(Math.floor(atMs / 1_000));
    this.#rows += 1;
  }
}
