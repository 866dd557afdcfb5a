import { errorOfSpan } from './error-of-span.ts';
import { CALL_NAMES } from './names/call-names.ts';
import type { OtlpSpan } from './otlp-traces.ts';
import type { SpanAttributes } from './span-attributes.ts';

/** Scopes of Logfire's instrumentations of official clients. */
const SCOPE = /^logfire\.(openai|anthropic)$/;

/** No stream goes on for longer than a day. */
const MAX_SECONDS = 86_400;

const TYPE = ['logfire.span_type'];

/**
 * True if a span is the start of a stream in Logfire: it ends with the head of the answer and counts nothing. A record
 * of another trace follows at the end of the stream, with all counts.
 */
export function isBegunByLogfire(span: OtlpSpan, instrumentation: string, attributes: SpanAttributes): boolean {
  return (
    SCOPE.test(instrumentation) &&
    attributes.text(TYPE) === 'span' &&
    attributes.text(CALL_NAMES.responseId) === undefined &&
    attributes.number(CALL_NAMES.inputTokens) === undefined &&
    errorOfSpan(span, attributes) === undefined
  );
}

/** True if a span is the record at the end of a stream. */
export function isStreamOfLogfire(attributes: SpanAttributes): boolean {
  return attributes.text(TYPE) === 'log' && attributes.number(['duration']) !== undefined;
}

/** The start of a stream. Its record has no length, but the number of seconds that the stream lasted. */
export function startOfLogfireStream(start: bigint, attributes: SpanAttributes): bigint {
  const seconds = isStreamOfLogfire(attributes) ? (attributes.number(['duration']) ?? 0) : 0;
  return seconds > MAX_SECONDS ? start : start - BigInt(Math.round(seconds * 1e9));
}
