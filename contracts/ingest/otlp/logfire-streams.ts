import { readSpanError } from './read-span-error.ts';
import { CALL_NAMES } from './names/call-names.ts';
import type { OtlpSpan } from './otlp-traces.ts';
import type { SpanAttributes } from './span-attributes.ts';

/** The scopes of Logfire's instrumentations of official clients. */
const SCOPE = /^logfire\.(openai|anthropic)$/;

/** The maximum length of a stream: a day. */
const MAX_SECONDS = 86_400;

const TYPE = ['logfire.span_type'];

/**
 * True if a span is the start of a stream in Logfire. It ends when the head of the answer arrives, and counts nothing.
 * At the end of the stream, a record of another trace has all counts.
 */
export function isLogfireStreamStart(span: OtlpSpan, instrumentation: string, attributes: SpanAttributes): boolean {
  return (
    SCOPE.test(instrumentation) &&
    attributes.text(TYPE) === 'span' &&
    attributes.text(CALL_NAMES.responseId) === undefined &&
    attributes.number(CALL_NAMES.inputTokens) === undefined &&
    readSpanError(span, attributes) === undefined
  );
}

/** True if a span is the record at the end of a stream. */
export function isLogfireStream(attributes: SpanAttributes): boolean {
  return attributes.text(TYPE) === 'log' && attributes.number(['duration']) !== undefined;
}

/**
 * The start of a stream. Its record has no duration of its own; an attribute states the seconds that the stream lasted.
 */
export function logfireStreamStart(start: bigint, attributes: SpanAttributes): bigint {
  const seconds = isLogfireStream(attributes) ? (attributes.number(['duration']) ?? 0) : 0;
  return seconds > MAX_SECONDS ? start : start - BigInt(Math.round(seconds * 1e9));
}
