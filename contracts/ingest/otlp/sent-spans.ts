import type { CallPrices } from '../../../domain/gateway/call-prices.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { eventsOfCall } from '../received/reported-call.ts';
import type { SentItem } from '../received/receive-events.ts';
import { TRAFFIC_LIMITS } from '../received/traffic-limits.ts';
import { callOfSpan } from './call-of-span.ts';
import { contentOfSpan } from './content-of-span.ts';
import type { OtlpTraces } from './otlp-traces.ts';

/**
 * The spans that an exporter sent, one by one, as the events that they tell of.
 *
 * @throws Refusal `payload_too_large` for more spans than one request may bring
 */
export function sentSpans(traces: OtlpTraces, prices: CallPrices): Iterable<SentItem> {
  const spans = (traces.resourceSpans ?? []).flatMap(({ resource, scopeSpans }) =>
    (scopeSpans ?? []).flatMap(({ scope, spans: ofScope }) =>
      (ofScope ?? []).map((span) => ({ span, resource, instrumentation: scope?.name ?? undefined })),
    ),
  );
  if (spans.length > TRAFFIC_LIMITS.events)
    throw new Refusal('payload_too_large', `Send at most ${TRAFFIC_LIMITS.events} spans in one request.`);
  return readAll(spans, prices);
}

type Resource = NonNullable<OtlpTraces['resourceSpans']>[number]['resource'];
type Span = Parameters<typeof callOfSpan>[0];

interface FoundSpan {
  readonly span: Span;
  readonly resource: Resource;
  readonly instrumentation: string | undefined;
}

/** Each when it is asked for, so that whoever takes them can let others have their turn. */
function* readAll(spans: readonly FoundSpan[], prices: CallPrices): Generator<SentItem> {
  for (const [index, { span, resource, instrumentation }] of spans.entries()) {
    const reading = callOfSpan(span, { resource: resource?.attributes, instrumentation }, prices);
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
