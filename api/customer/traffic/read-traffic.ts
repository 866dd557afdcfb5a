import type { CallPrices } from '../../../domain/models/call-prices.ts';
import { receiveLitellmLog } from '../../../contracts/ingest/litellm/receive-litellm-log.ts';
import { receiveLogRecords } from '../../../contracts/ingest/otlp/logs/receive-log-records.ts';
import { decodeLogs, decodeTraces } from '../../../contracts/ingest/otlp/protobuf/otlp-protobuf.ts';
import { receiveSpans } from '../../../contracts/ingest/otlp/receive-spans.ts';
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
  if (way === 'litellm') return receiveLitellmLog(items, prices);
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
  if (form === 'protobuf') return receiveSpans(decodeTraces(bytes, TRAFFIC_BODY_LIMITS), prices);
  const { document, faults } = readTraces(bytes);
  return receiveSpans(document, prices, faults);
}

function recordsIn(bytes: Buffer, form: TrafficForm, prices: CallPrices): Iterable<SentItem> {
  if (form === 'protobuf') return receiveLogRecords(decodeLogs(bytes, TRAFFIC_BODY_LIMITS), prices);
  const { document, faults } = readLogs(bytes);
  return receiveLogRecords(document, prices, faults);
}
