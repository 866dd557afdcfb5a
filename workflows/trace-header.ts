import { defaultPayloadConverter, type Headers } from '@temporalio/common';

/** Name and form of the header are those of Temporal's own interceptors for OpenTelemetry, in every language. */
const TRACE_HEADER = '_tracer-data';

/** Headers that hand a trace on; none for no trace. */
export function traceHeaders(traceparent: string | undefined): Headers {
  return traceparent === undefined ? {} : { [TRACE_HEADER]: defaultPayloadConverter.toPayload({ traceparent }) };
}

/** The header that passes a trace on. */
export function onlyTrace({ [TRACE_HEADER]: payload }: Headers): Headers {
  return payload === undefined ? {} : { [TRACE_HEADER]: payload };
}

/** The `traceparent` that these headers hand on, if it is one; work never fails of what it cannot read. */
export function traceparentIn({ [TRACE_HEADER]: payload }: Headers): unknown {
  if (payload === undefined) return undefined;
  try {
    const carrier = defaultPayloadConverter.fromPayload<Readonly<Record<string, unknown>> | null>(payload);
    return carrier?.['traceparent'];
  } catch {
    return undefined;
  }
}
