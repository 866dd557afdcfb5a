import type { CallPrices } from '../../../domain/gateway/call-prices.ts';
import { eventsOfCall } from '../received/reported-call.ts';
import type { SentItem } from '../received/receive-events.ts';
import { TRAFFIC_LIMITS } from '../received/traffic-limits.ts';
import { callOfSpan, type SpanOrigin } from './call-of-span.ts';
import { contentOfSpan } from './content-of-span.ts';
import type { OtlpSpan, OtlpTraces } from './otlp-traces.ts';
import { tooManySpans } from './too-many-spans.ts';

/**
 * The spans that an exporter sent, one by one, as the events that they tell of.
 *
 * @throws Refusal `payload_too_large` for more spans than one request may bring
 */
export function sentSpans(traces: OtlpTraces, prices: CallPrices): Iterable<SentItem> {
  const spans = (traces.resourceSpans ?? []).flatMap(({ resource, scopeSpans }) =>
    (scopeSpans ?? []).flatMap(({ scope, spans: ofScope }) =>
      (ofScope ?? []).map((span) => ({
        span,
        origin: { resource: resource?.attributes, instrumentation: scope?.name },
      })),
    ),
  );
  if (spans.length > TRAFFIC_LIMITS.events) throw tooManySpans();
  return readAll(spans, prices);
}

interface FoundSpan {
  readonly span: OtlpSpan;
  readonly origin: SpanOrigin;
}

/** Each when it is asked for, so that whoever takes them can let others have their turn. */
function* readAll(spans: readonly FoundSpan[], prices: CallPrices): Generator<SentItem> {
  for (const [index, { span, origin }] of spans.entries()) {
    const reading = callOfSpan(span, origin, prices);
    if (reading === 'no_call') yield { index, events: [] };
    else if ('call' in reading) {
      const { call } = reading;
      yield { index, events: eventsOfCall(call), content: contentOfSpan(call, span) };
    } else {
      const { fault: detail, ...told } = reading;
      yield { index, unreadable: { reason: 'wrong_shape', detail }, ...told };
    }
  }
}
