import type { CallPrices } from '../../../domain/models/call-prices.ts';
import { sentLog } from '../../../contracts/ingest/litellm/sent-log.ts';
import { sentRecords } from '../../../contracts/ingest/otlp/logs/sent-records.ts';
import { decodeLogs, decodeTraces } from '../../../contracts/ingest/otlp/protobuf/otlp-protobuf.ts';
import { sentSpans } from '../../../contracts/ingest/otlp/sent-spans.ts';
import {
  type ReceivedEvents,
  receiveEvents,
  type Reception,
  type SentItem,
} from '../../../contracts/ingest/received/receive-events.ts';
import { withTableCosts } from '../../../contracts/ingest/received/with-table-costs.ts';
import { TRAFFIC_BODY_LIMITS } from '../../frame/transport/traffic-body-limits.ts';
import type { TrafficBody, TrafficForm } from '../../bodies/traffic-body.ts';
import { readLogs, readTraces } from './read-otlp.ts';
import { readDocumentItems, readLineItems } from './sent-items.ts';

/**
 * Reads a body of traffic in any format completely. Calls for which the sender states no cost, or no cost that counts,
 * are priced by the table.
 *
 * @throws Refusal `validation_failed` or `payload_too_large` if no part of the body can be stored
 */
export function readTraffic(body: TrafficBody, reception: Reception, prices: CallPrices): Promise<ReceivedEvents> {
  return receiveEvents(itemsOf(body, reception, prices), reception);
}

function itemsOf(
  { way, form, bytes: sent }: TrafficBody,
  { takesStatedCosts }: Reception,
  prices: CallPrices,
): Iterable<SentItem> {
  // A Buffer arrives in the thread as plain bytes.
  const bytes = withoutByteOrderMark(Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength));
  if (way === 'otlp') return spansIn(bytes, form, prices);
  if (way === 'otlp_logs') return recordsIn(bytes, form, prices);
  const items = form === 'lines' ? readLineItems(bytes) : readDocumentItems(bytes);
  if (way === 'litellm') return sentLog(items, prices);
  return takesStatedCosts ? items : withTableCosts(items, prices);
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Removes a byte order mark, with which some JSON writers begin. */
function withoutByteOrderMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? bytes.subarray(BYTE_ORDER_MARK.length)
    : bytes;
}

function spansIn(bytes: Buffer, form: TrafficForm, prices: CallPrices): Iterable<SentItem> {
  if (form === 'protobuf') return sentSpans(decodeTraces(bytes, TRAFFIC_BODY_LIMITS), prices);
  const { document, faults } = readTraces(bytes);
  return sentSpans(document, prices, faults);
}

function recordsIn(bytes: Buffer, form: TrafficForm, prices: CallPrices): Iterable<SentItem> {
  if (form === 'protobuf') return sentRecords(decodeLogs(bytes, TRAFFIC_BODY_LIMITS), prices);
  const { document, faults } = readLogs(bytes);
  return sentRecords(document, prices, faults);
}
