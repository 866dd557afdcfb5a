import { Readable } from 'node:stream';
import type { AnalyticsClient } from '../analytics-client.ts';
import type { FactLine } from './read-batch.ts';
import { tabSeparated, type Cell } from './tab-separated.ts';

const TABLE = 'event_identities_v1';
const COLUMNS = [
  'organization_id',
  'workspace_id',
  'request_hash',
  'event_hash',
  'content_hash',
  'batch_id',
  'occurred_at',
] as const;

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
  readonly event: string;
  readonly content: string;
  readonly batchId: bigint;
}

/** Writes down what the events of batches are known by. Harmless when it is repeated. */
export async function insertIdentities(
  clickhouse: AnalyticsClient,
  batches: readonly IdentifiedLines[],
): Promise<void> {
  await clickhouse.insert({
    table: TABLE,
    columns: [...COLUMNS],
    format: 'TabSeparated',
    values: Readable.from(tabSeparated(rowsOf(batches)), { objectMode: false }),
    clickhouse_settings: { async_insert: 0, input_format_parallel_parsing: 0 },
  });
}

/** In the order of `COLUMNS`. */
function* rowsOf(batches: readonly IdentifiedLines[]): Generator<readonly Cell[]> {
  for (const { batchId, lines, late, opening } of batches) {
    const batch = batchId.toString();
    for (const { index, event, identity, atMs } of lines) {
      const { organization_id: organization, workspace_id: workspace } = event.scope;
      const { request, content, place, cancellation, price } = identity;
      const at = Math.floor(atMs / 1_000);
      const row = (known: string, says: string): Cell[] => [organization, workspace, request, known, says, batch, at];
      yield row(identity.event, content);
      const opens = event.event === 'request_admitted' ? !late.has(index) : opening.has(index);
      // The request itself, as if it were an event: what it says is where it is counted.
      if (opens && place !== undefined) yield row(request, place);
      if (cancellation !== undefined) yield row(cancellation, content);
      // States that prices enter and leave, as if they were events: what they say is which effect did it.
      if (price?.enters !== undefined) yield row(price.enters, identity.event);
      if (price?.leaves !== undefined) yield row(price.leaves.left, identity.event);
    }
  }
}

/**
 * What was written down of the events of the requests of some lines, in the order of the batches that did it. A batch may
 * have died before it was planned.
 */
export async function knownOf(clickhouse: AnalyticsClient, lines: readonly FactLine[]): Promise<KnownEvent[]> {
  if (lines.length === 0) return [];
  // Digits of ours in the statement itself: as a value they would not fit into a URL.
  const requests = [...new Set(lines.map(({ identity }) => identity.request))].join(',');
  const result = await clickhouse.query({
    query: `SELECT event_hash, content_hash, batch_id FROM ${TABLE} WHERE request_hash IN (${requests}) ORDER BY batch_id`,
    format: 'JSONCompactEachRow',
    clickhouse_settings: { max_query_size: String(requests.length + 1_000) },
  });
  const rows = await result.json<[string, string, string]>();
  return rows.map(([event, content, batchId]) => ({ event, content, batchId: BigInt(batchId) }));
}
