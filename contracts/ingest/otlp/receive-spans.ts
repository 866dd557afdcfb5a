import type { CallPrices } from '../../../domain/models/call-prices.ts';
import { toSentItem } from '../received/to-sent-item.ts';
import type { SentItem } from '../received/receive-events.ts';
import { TRAFFIC_LIMITS } from '../received/traffic-limits.ts';
import { readSpan, readSpanFault } from './read-span.ts';
import { readSpanContent } from './read-span-content.ts';
import { DistinctCalls, type ParsedSpan } from './distinct-calls.ts';
import { type ItemFaults, NO_FAULTS } from './item-fault.ts';
import type { OtlpTraces } from './otlp-traces.ts';
import { tooManySpansRefusal } from './too-many-spans-refusal.ts';

/**
 * The spans that an exporter sent, each as the events that it describes.
 *
 * @param faults spans that cannot be read as they were sent
 * @throws Refusal `payload_too_large` for more spans than one request may contain
 */
export function receiveSpans(
  traces: OtlpTraces,
  prices: CallPrices,
  faults: ItemFaults = NO_FAULTS,
): Iterable<SentItem> {
  const spans = (traces.resourceSpans ?? []).flatMap(({ resource, scopeSpans, instrumentationLibrarySpans }) =>
    [
      ...(scopeSpans ?? []),
      ...(instrumentationLibrarySpans ?? []).map(({ instrumentationLibrary, spans: ofLibrary }) => ({
        scope: instrumentationLibrary,
        spans: ofLibrary,
      })),
    ].flatMap(({ scope, spans: ofScope }) =>
      (ofScope ?? []).map((span) => ({
        span,
        origin: { resource: resource?.attributes, instrumentation: scope?.name },
      })),
    ),
  );
  if (spans.length > TRAFFIC_LIMITS.events) throw tooManySpansRefusal();
  return itemsOf(
    spans.map(({ span, origin }) => {
      const fault = faults.get(span);
      const reading = fault === undefined ? readSpan(span, origin, prices) : readSpanFault(span, origin, fault);
      return { span, reading };
    }),
  );
}

/** The items, each made on demand, so that the consumer can pause between them. */
function* itemsOf(spans: readonly ParsedSpan[]): Generator<SentItem> {
  const distinct = new DistinctCalls(spans);
  for (const [index, read] of spans.entries()) yield itemOf(index, read, distinct);
}

function itemOf(index: number, read: ParsedSpan, distinct: DistinctCalls): SentItem {
  const { span, reading } = read;
  if (reading === 'no_call' || distinct.isDuplicate(read)) return { index, events: [] };
  if ('call' in reading) {
    const call = { ...reading.call, names: distinct.namesOf({ span, reading }) };
    return toSentItem(index, call, readSpanContent(call, span));
  }
  const { fault: detail, text, at, requestId } = reading;
  return {
    index,
    unreadable: { reason: 'wrong_shape', detail },
    text,
    ...(at !== undefined && { at }),
    ...(requestId !== undefined && { requestId }),
  };
}
