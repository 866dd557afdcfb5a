import { SpanAttributes } from '../../ingest/otlp/span-attributes.ts';
import type { OtlpEvaluations } from './otlp-evaluations.ts';

/** The name of an evaluation result in the GenAI conventions of OpenTelemetry, on a log record and on a span. */
const EVENT_NAME = 'gen_ai.evaluation.result';

/** The result of an evaluation, and the ids of the evaluated span. */
export interface EvaluationEvent {
  readonly traceId: string;
  readonly spanId: string;
  /** Unix nanoseconds in decimal digits; empty if no time is stated. */
  readonly timeNanos: string;
  readonly attributes: SpanAttributes;
}

/** The evaluation results in a body, those of log records first. Everything else in the body is ignored. */
export function evaluationEvents({ resourceLogs, resourceSpans }: OtlpEvaluations): EvaluationEvent[] {
  const records = (resourceLogs ?? [])
    .flatMap(({ scopeLogs }) => scopeLogs ?? [])
    .flatMap(({ logRecords }) => logRecords ?? []);
  const spans = (resourceSpans ?? [])
    .flatMap(({ scopeSpans }) => scopeSpans ?? [])
    .flatMap((scope) => scope.spans ?? []);
  return [
    ...records.flatMap((record) => {
      const attributes = new SpanAttributes(record.attributes);
      // Before records had the member `eventName`, the name was an attribute.
      const name = record.eventName ?? attributes.text(['event.name']);
      const time = [record.timeUnixNano, record.observedTimeUnixNano].find(isStated);
      return name === EVENT_NAME ? [{ ...idsOf(record), timeNanos: String(time ?? ''), attributes }] : [];
    }),
    ...spans.flatMap((span) =>
      (span.events ?? [])
        .filter(({ name }) => name === EVENT_NAME)
        .map(({ timeUnixNano, attributes }) => ({
          ...idsOf(span),
          timeNanos: String(timeUnixNano ?? ''),
          attributes: new SpanAttributes(attributes),
        })),
    ),
  ];
}

function isStated(time: string | number | null | undefined): boolean {
  return Number(time ?? 0) !== 0;
}

function idsOf({ traceId, spanId }: { traceId?: string | null; spanId?: string | null }): {
  traceId: string;
  spanId: string;
} {
  return { traceId: (traceId ?? '').toLowerCase(), spanId: (spanId ?? '').toLowerCase() };
}
