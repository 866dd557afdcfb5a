import type { FindConflicts } from '../../contracts/judges/receive-outcomes.ts';
import type { FindPlannedBatches } from '../../store/ingest/planned-batch-finder.ts';
import type { AnalyticsClient } from '../analytics-client.ts';
import { hashToDigits } from '../indexer/events/event-hash.ts';
import { toFact } from '../indexer/events/fact-rows.ts';
import { identifyEvent } from '../indexer/events/identify-event.ts';
import { queryRows } from '../statements/query-rows.ts';

interface Row {
  readonly event: string;
  readonly content: string;
  readonly batch: string;
}

/**
 * Finds outcomes that the indexer would quarantine, by the stored identities of earlier outcomes. Outcomes that are
 * still in the journal have no identities yet.
 */
export function createConflictFinder(
  clickhouse: Pick<AnalyticsClient, 'query'>,
  findPlanned: FindPlannedBatches,
): FindConflicts {
  return async (outcomes) => {
    const sent = outcomes.map((event) => identifyEvent(event, toFact(event).cells));
    const digits = (name: 'request' | 'event'): string =>
      [...new Set(sent.map((one) => hashToDigits(one[name])))].join();
    const known = await queryRows<Row>(clickhouse, {
      query: `SELECT toString(event_hash) AS event, toString(content_hash) AS content, toString(batch_id) AS batch
        FROM event_identities_v1 WHERE request_hash IN (${digits('request')}) AND event_hash IN (${digits('event')})
        ORDER BY batch_id`,
    });
    if (known.length === 0) return new Set();
    const planned = await findPlanned([...new Set(known.map(({ batch }) => BigInt(batch)))]);
    const contents = new Map<string, string>();
    for (const { event, content, batch } of known)
      if (planned.has(BigInt(batch)) && !contents.has(event)) contents.set(event, content);
    const conflicting = sent.map(({ event, content }) => {
      const before = contents.get(hashToDigits(event));
      return before !== undefined && before !== hashToDigits(content);
    });
    return new Set(conflicting.flatMap((isConflicting, index) => (isConflicting ? [index] : [])));
  };
}
