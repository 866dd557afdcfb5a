import type { Headers } from '@temporalio/common';
import { traceHeaders } from './trace-header.ts';

/** The trace of one workflow: each workflow has its own instance of this module. */
let inHand: Headers = {};

/** The headers that pass on the current trace: that of this workflow, or the one that `withTrace` has set. */
export function currentTraceHeaders(): Headers {
  return inHand;
}

/** Makes these headers the trace of this workflow. */
export function setWorkflowTrace(headers: Headers): void {
  inHand = headers;
}

/**
 * Runs `start`. Work that it begins before its first wait continues the given trace, or no trace, instead of the
 * workflow's own.
 */
export function withTrace<Result>(traceparent: string | undefined, start: () => Result): Result {
  const own = inHand;
  inHand = traceHeaders(traceparent);
  try {
    return start();
  } finally {
    inHand = own;
  }
}
