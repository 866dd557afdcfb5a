import { defaultPayloadConverter, type Headers } from '@temporalio/common';

/** The header of Temporal's own interceptors for OpenTelemetry, which all its SDKs share. */
const TRACE_HEADER = '_tracer-data';

/** The headers that pass a trace on; empty without a trace. */
export function traceHeaders(traceparent: string | undefined): Headers {
  return traceparent === undefined ? {} : { [TRACE_HEADER]: defaultPayloadConverter.toPayload({ traceparent }) };
}

/** The header that passes a trace on. */
export function pickTraceHeader({ [TRACE_HEADER]: payload }: Headers): Headers {
  return payload === undefined ? {} : { [TRACE_HEADER]: payload };
}

/**
 * The value of these headers that should be a `traceparent`; undefined if it cannot be read, which never fails the
 * work.
 */
export function traceparentIn({ [TRACE_HEADER]: payload }: Headers): unknown {
  if (payload === undefined) return undefined;
  try {
    const carrier = defaultPayloadConverter.fromPayload<Readonly<Record<string, unknown>> | null>(payload);
    return carrier?.['traceparent'];
  } catch {
    return undefined;
  }
}
