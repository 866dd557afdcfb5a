import { context, isSpanContextValid, ROOT_CONTEXT, trace, TraceFlags, type Context } from '@opentelemetry/api';

/** Version, trace id, span id and flags. A version after 00 may append more fields; version ff is invalid. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The current trace in the form of W3C Trace Context, level 1; undefined outside any trace. */
export function formatTraceparent(at: Context = context.active()): string | undefined {
  const span = trace.getSpanContext(at);
  if (span === undefined || !isSpanContextValid(span)) return undefined;
  const { traceId, spanId, traceFlags } = span;
  return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
}

/**
 * A context whose spans continue this trace. A text that is not a valid `traceparent` gives the root context, in which
 * a new trace begins.
 */
export function parseTraceparent(traceparent: unknown): Context {
  const [, version, traceId = '', spanId = '', flags = '', rest] =
    typeof traceparent === 'string' ? (TRACEPARENT.exec(traceparent) ?? []) : [];
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  if (!isSpanContextValid(span) || (version === '00' && rest !== undefined)) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, span);
}
