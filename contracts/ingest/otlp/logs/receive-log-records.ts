import type { CallPrices } from '../../../../domain/models/call-prices.ts';
import { toSentItem } from '../../received/to-sent-item.ts';
import type { SentItem } from '../../received/receive-events.ts';
import { TRAFFIC_LIMITS } from '../../received/traffic-limits.ts';
import { tooManyRecordsRefusal } from '../too-many-spans-refusal.ts';
import { type ItemFaults, NO_FAULTS } from '../item-fault.ts';
import { readLogRecord, readLogRecordFault } from './read-log-record.ts';
import type { OtlpLogs } from './otlp-logs.ts';

/**
 * The log records that an exporter sent, each as the events that it describes. Text that people wrote is never stored.
 *
 * @param faults records that cannot be read as they were sent
 * @throws Refusal `payload_too_large` for more records than one request may contain
 */
export function receiveLogRecords(
  logs: OtlpLogs,
  prices: CallPrices,
  faults: ItemFaults = NO_FAULTS,
): Iterable<SentItem> {
  const records = (logs.resourceLogs ?? []).flatMap(({ resource, scopeLogs }) =>
    (scopeLogs ?? []).flatMap(({ logRecords }) =>
      (logRecords ?? []).map((record) => ({ record, resource: resource?.attributes })),
    ),
  );
  if (records.length > TRAFFIC_LIMITS.events) throw tooManyRecordsRefusal();
  return itemsOf(records, prices, faults);
}

interface FoundRecord {
  readonly record: Parameters<typeof readLogRecord>[0];
  readonly resource: Parameters<typeof readLogRecord>[1];
}

/** The items, each made on demand, so that the consumer can pause between them. */
function* itemsOf(records: readonly FoundRecord[], prices: CallPrices, faults: ItemFaults): Generator<SentItem> {
  for (const [index, { record, resource }] of records.entries()) {
    const faulty = faults.get(record);
    const reading =
      faulty === undefined ? readLogRecord(record, resource, prices) : readLogRecordFault(record, resource, faulty);
    if (reading === 'no_call') yield { index, events: [] };
    else if ('call' in reading) yield toSentItem(index, reading.call);
    else {
      const { fault: detail, ...item } = reading;
      yield { index, unreadable: { reason: 'wrong_shape', detail }, ...item };
    }
  }
}
